import type { GameKey, PuzzleMistake as Mistake } from '../api/types';
import type { Puzzle } from './puzzle';

export type { Mistake };

/** Something to solve. */
export type Task = Puzzle | Mistake;
export const isMistake = (task: Task): task is Mistake => 'played' in task;

/** How many are kept. */
export const MOST = 100;

/** The oldest first; what was found at once has an order too. */
const order = (one: Mistake, other: Mistake): number =>
  one.at - other.at || Number(text(one) > text(other)) - Number(text(one) < text(other));
const text = (one: Mistake): string => [one.game, one.id, JSON.stringify({ ...one, solved: false })].join(' ');

/** Each position once, as it was found last; those that are too many are left out. What comes of it does not depend on the order of the lists. */
export function together(...lists: readonly (readonly Mistake[])[]): Mistake[] {
  const kept = new Map<string, Mistake>();
  for (const found of lists.flat().sort(order)) {
    const key = `${found.game} ${found.id}`;
    kept.set(key, { ...found, solved: found.solved || (kept.get(key)?.solved ?? false) });
  }
  return [...kept.values()].sort(order).slice(-MOST);
}

/** Those of a game that wait to be solved, the oldest first. */
export const open = (mistakes: readonly Mistake[], game: GameKey): Mistake[] =>
  mistakes.filter((mistake) => mistake.game === game && !mistake.solved);
