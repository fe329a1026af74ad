import { GAME_KEYS } from '$lib/games';
import { loadBoard } from '$lib/games/boards.svelte';
import { puzzlesOf } from '$lib/puzzles/puzzle';
import { words } from '$lib/puzzles/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ url }) => {
  const game = GAME_KEYS.find((key) => key === url.searchParams.get('game')) ?? GAME_KEYS[0]!;
  const [puzzles] = await Promise.all([puzzlesOf(game), loadBoard(game), words.load()]);
  return { game, puzzles };
};
