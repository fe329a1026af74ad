import type { GameKey } from '../api/types';
import { together, type Mistake } from './mistake';
import { strengthOf, type Puzzle } from './puzzle';
import { NEWCOMER, rated, type Rating } from './rating';

/** The first try at a puzzle: it alone counts. */
export interface Try {
  game: GameKey;
  id: string;
  /** In milliseconds since 1970. */
  at: number;
  /** Solved without a mistake and without help. */
  solved: boolean;
  /** How strong the puzzle is taken to be. */
  strength: number;
}

/** What this browser knows of a solver: the tries say everything else. */
export interface Progress {
  tries: Try[];
  /** The days whose puzzle was solved, at whichever try. */
  days: string[];
  /** The most puzzles solved in a rush. */
  rush: number;
  /** What reviews of own games found, the oldest first. */
  mistakes: Mistake[];
}

export const NOTHING: Progress = { tries: [], days: [], rush: 0, mistakes: [] };

const same = (one: { game: GameKey; id: string }, other: { game: GameKey; id: string }): boolean =>
  one.game === other.game && one.id === other.id;

export const tryAt = (progress: Progress, puzzle: Puzzle): Try | undefined => progress.tries.find((known) => same(known, puzzle));

/** With a try at a puzzle; one that was tried before stays as it was. */
export function tried(progress: Progress, puzzle: Puzzle, solved: boolean, at: number): Progress {
  if (tryAt(progress, puzzle)) return progress;
  const { game, id } = puzzle;
  return { ...progress, tries: [...progress.tries, { game, id, at, solved, strength: strengthOf(puzzle) }] };
}

export const dayDone = (progress: Progress, day: string): Progress =>
  progress.days.includes(day) ? progress : { ...progress, days: [...progress.days, day].sort() };

/** What two browsers know, put together: of a puzzle the earlier try counts. */
export function merged(one: Progress, other: Progress): Progress {
  const tries: Try[] = [];
  for (const found of [...one.tries, ...other.tries].sort((a, b) => a.at - b.at)) {
    if (!tries.some((known) => same(known, found))) tries.push(found);
  }
  return {
    tries,
    days: [...new Set([...one.days, ...other.days])].sort(),
    rush: Math.max(one.rush, other.rush),
    mistakes: together(one.mistakes, other.mistakes),
  };
}

/** The ratings of a solver in one game after each try, the latest last. */
export function history({ tries }: Progress, game: GameKey): { at: number; rating: Rating }[] {
  let rating = NEWCOMER;
  return tries
    .filter((found) => found.game === game)
    .map(({ at, strength, solved }) => ({ at, rating: (rating = rated(rating, strength, solved)) }));
}

export const ratingOf = (progress: Progress, game: GameKey): Rating => history(progress, game).at(-1)?.rating ?? NEWCOMER;

/** A text that somebody kept, if it is one. */
export function readProgress(text: string): Progress | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  return progressIn(found);
}

/** What was kept, if it is progress; before there were mistakes in it, it had none. */
export function progressIn(found: unknown): Progress | null {
  if (typeof found !== 'object' || found === null) return null;
  const { tries, days, rush, mistakes = [] } = found as Partial<Progress>;
  const isTry = (one: unknown): boolean => {
    const { game, id, at, solved, strength } = (one ?? {}) as Partial<Try>;
    return (
      typeof game === 'string' &&
      typeof id === 'string' &&
      typeof at === 'number' &&
      typeof solved === 'boolean' &&
      typeof strength === 'number'
    );
  };
  if (!Array.isArray(tries) || !tries.every(isTry)) return null;
  if (!Array.isArray(days) || !days.every((day) => typeof day === 'string')) return null;
  if (typeof rush !== 'number' || !Array.isArray(mistakes) || !mistakes.every(isKept)) return null;
  return { tries, days, rush, mistakes };
}

function isKept(one: unknown): boolean {
  const { game, id, setup, seat, played, score, loss, action, at, solved } = (one ?? {}) as Partial<Mistake>;
  return (
    [game, id, setup, played, action].every((text) => typeof text === 'string') &&
    [seat, score?.winrate, loss, at].every((number) => typeof number === 'number') &&
    typeof solved === 'boolean'
  );
}
