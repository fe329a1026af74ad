import { error } from '@sveltejs/kit';
import { GAME_KEYS, GAMES } from '$lib/games';
import { loadBoard } from '$lib/games/boards.svelte';
import { words } from '$lib/learn/words.svelte';
import type { EntryGenerator, PageLoad } from './$types';

export const entries: EntryGenerator = async () => {
  const lists = GAME_KEYS.map(async (game) => (await GAMES[game].lessons()).default.map(({ id }) => ({ game, lesson: id })));
  return (await Promise.all(lists)).flat();
};

export const load: PageLoad = async ({ params: { game, lesson } }) => {
  const [{ default: lessons }] = await Promise.all([GAMES[game].lessons(), loadBoard(game), words.load()]);
  const at = lessons.findIndex(({ id }) => id === lesson);
  if (at < 0) error(404);
  return { game, lessons, at };
};
