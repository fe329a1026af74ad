import { GAME_KEYS, GAMES, isGame } from '$lib/games';
import { parse } from '$lib/learn/markdown';
import { rules } from '$lib/learn/rules';
import { words } from '$lib/learn/words.svelte';
import { language } from '$lib/settings.svelte';
import type { EntryGenerator, PageLoad } from './$types';

export const entries: EntryGenerator = () => (['shared', ...GAME_KEYS] as const).map((page) => ({ page }));

export const load: PageLoad = async ({ params: { page } }) => {
  const game = isGame(page) ? page : null;
  const [text, lessons, figures] = await Promise.all([
    rules(page, language()),
    game ? GAMES[game].lessons() : null,
    game ? GAMES[game].figures() : null,
    game ? GAMES[game].words.load() : null,
    words.load(),
  ]);
  return { game, blocks: parse(text), lessons: lessons?.default ?? [], figures: figures?.default ?? {} };
};
