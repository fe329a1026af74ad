import type { AnalysedPly, ReadRecord, TableSeat } from '../api/types';
import { study, type Study } from '../review/api';
import { from } from '../review/setup';
import { fromRecord, onward, ROOT, standing } from '../review/tree';
import { keepFound } from './kept.svelte';
import type { Mistake } from './mistake';
import { digest } from './puzzle';

/** The seats that a person had alone: at a screen that is shared, the others are not theirs. */
export const seatsOf = (seats: readonly TableSeat[], person: string): number[] =>
  seats.filter(({ kind, people }) => kind === 'person' && people.some(({ id }) => id === person)).map(({ seat }) => seat);

/** The mistakes that a review found in the actions of some seats; none if it looked at something else than what was played. */
export async function mistakesOf(
  { game, setup, tree, told }: ReadRecord,
  seats: readonly number[],
  plies: readonly AnalysedPly[],
  position: Study['position'],
  at: number,
): Promise<Mistake[]> {
  const moves = standing(onward(fromRecord(tree.nodes, [], told), ROOT)).map(({ token }) => token);
  if (plies.some(({ ply, played }) => moves[ply - 1] !== played)) return [];
  const found = plies.map(async ({ ply, seat, played, score, loss, best, mark }): Promise<Mistake[]> => {
    if (mark === null || best === null || !seats.includes(seat)) return [];
    const shown = await position({ game, setup, moves: moves.slice(0, ply - 1) }, null);
    const here = from(setup, shown.position);
    return [{ game, id: digest(here), setup: here, seat, played, score, loss, action: best, at, solved: false }];
  });
  return (await Promise.all(found)).flat();
}

/** Keeps what a review found in the actions of these seats. If a position cannot be asked for, the review is none the worse for it. */
export const keepMistakes = (record: ReadRecord, seats: readonly number[], plies: readonly AnalysedPly[]): Promise<void> =>
  mistakesOf(record, seats, plies, study.position, Date.now()).then(keepFound, () => undefined);
