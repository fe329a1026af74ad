import type { AnalysedPly, GameKey } from '../api/types';
import type { Puzzle } from './puzzle';

/** A position of a game of one's own where an action gave something away. */
export interface Mistake extends Pick<AnalysedPly, 'seat' | 'played' | 'score' | 'loss'> {
  game: GameKey;
  /** The same for the same position. */
  id: string;
  setup: string;
  /** What the engine would have played. */
  action: string;
  /** When a review found it, in milliseconds since 1970. */
  at: number;
  /** It stays until it is the oldest, so that another review of the game does not bring it back. */
  solved: boolean;
}

/** Something to solve. */
export type Task = Puzzle | Mistake;
export const isMistake = (task: Task): task is Mistake => 'played' in task;

/** How many are kept. */
export const MOST = 100;

/** Each position once, the oldest first; those that are too many are left out. */
export function together(...lists: readonly (readonly Mistake[])[]): Mistake[] {
  const kept = new Map<string, Mistake>();
  for (const found of lists.flat().sort((a, b) => a.at - b.at)) {
    const key = `${found.game} ${found.setup}`;
    const known = kept.get(key);
    kept.set(key, known ? { ...known, solved: known.solved || found.solved } : found);
  }
  return [...kept.values()].slice(-MOST);
}

/** Those of a game that wait to be solved, the oldest first. */
export const open = (mistakes: readonly Mistake[], game: GameKey): Mistake[] =>
  mistakes.filter((mistake) => mistake.game === game && !mistake.solved);
