import { GAME_KEYS, GAMES } from '$lib/games';
import { loadProgress } from '$lib/puzzles/kept.svelte';
import { puzzlesOf } from '$lib/puzzles/puzzle';
import { words } from '$lib/puzzles/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async () => {
  const lists = GAME_KEYS.map(async (game) => {
    await GAMES[game].words.load();
    return { game, puzzles: await puzzlesOf(game) };
  });
  const [games] = await Promise.all([Promise.all(lists), words.load(), loadProgress()]);
  return { games };
};
