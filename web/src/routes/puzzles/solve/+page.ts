import { error } from '@sveltejs/kit';
import { GAME_KEYS } from '$lib/games';
import { loadBoard } from '$lib/games/boards.svelte';
import { viewAt } from '$lib/host/ask';
import { isDay, puzzleOf } from '$lib/puzzles/daily';
import { loadProgress, progress } from '$lib/puzzles/kept.svelte';
import { nextOf, stepIn, themeIn } from '$lib/puzzles/next';
import { puzzlesOf } from '$lib/puzzles/puzzle';
import { words } from '$lib/puzzles/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ url: { searchParams: query } }) => {
  await Promise.all([words.load(), loadProgress()]);
  const day = query.get('day');
  const game = GAME_KEYS.find((key) => key === query.get('game')) ?? GAME_KEYS[0]!;
  const wanted = { game, theme: themeIn(query), step: stepIn(query), rated: query.has('rated'), own: query.has('own') };
  const id = query.get('id');
  const puzzle =
    day !== null
      ? isDay(day) && (await puzzleOf(day))
      : id !== null
        ? (wanted.own ? progress().mistakes : await puzzlesOf(game)).find((known) => known.game === game && known.id === id)
        : await nextOf(wanted, progress());
  if (!puzzle) error(404);
  const [first] = await Promise.all([viewAt(puzzle.game, puzzle.setup, []), loadBoard(puzzle.game)]);
  return { puzzle, first, day, wanted };
};
