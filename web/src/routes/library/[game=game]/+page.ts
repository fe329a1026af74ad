import { error } from '@sveltejs/kit';
import { GAME_KEYS } from '$lib/games';
import { loadReview } from '$lib/games/boards.svelte';
import { games } from '$lib/host/ask';
import { reasons } from '$lib/i18n/index.svelte';
import { analysed, choicesOf, libraryOf, textOf } from '$lib/library/library';
import { study } from '$lib/review/api';
import { words } from '$lib/review/words.svelte';
import type { EntryGenerator, PageLoad } from './$types';

export const entries: EntryGenerator = () => GAME_KEYS.map((game) => ({ game }));

export const load: PageLoad = async ({ params: { game }, url }) => {
  const [list, ui, infos] = await Promise.all([libraryOf(game), loadReview(game), games(), words.load(), reasons.load()]);
  const n = url.searchParams.get('n');
  if (n === null) return { game, list, choices: await choicesOf(game, list), open: null };
  const number = Number(n);
  const model = list[number - 1];
  if (!model) error(404);
  const hidden = infos.some((info) => info.key === game && info.hidden);
  return { game, list, choices: [], open: { number, ui, hidden, record: await study.read(textOf(game, model)), plies: analysed(model) } };
};
