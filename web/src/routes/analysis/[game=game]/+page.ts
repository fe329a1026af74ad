import { GAME_KEYS } from '$lib/games';
import { loadReview } from '$lib/games/boards.svelte';
import { games } from '$lib/host/ask';
import { reasons } from '$lib/i18n/index.svelte';
import { words } from '$lib/review/words.svelte';
import type { EntryGenerator, PageLoad } from './$types';

export const entries: EntryGenerator = () => GAME_KEYS.map((game) => ({ game }));

export const load: PageLoad = async ({ params: { game } }) => {
  const [ui, list] = await Promise.all([loadReview(game), games(), words.load(), reasons.load()]);
  return { game, ui, hidden: list.some(({ key, hidden }) => key === game && hidden) };
};
