import type { GameKey, PuzzleProgress as Progress, PuzzleTry as Try } from '../api/types';
import { together, type Mistake } from './mistake';
import { strengthOf, type Puzzle } from './puzzle';
import { NEWCOMER, rated, type Rating } from './rating';

/** What is known of a solver, here or in an account: the tries say everything else. */
export type { Progress, Try };

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

/** Of two tries at a puzzle the first counts, and of two at once the one that failed. */
const order = (one: Try, other: Try): number =>
  one.at - other.at || Number(one.solved) - Number(other.solved) || one.strength - other.strength;
const nameOf = ({ game, id }: { game: GameKey; id: string }): string => `${game} ${id}`;

/** What two devices know, put together: it does not matter which comes first, or how often. */
export function merged(one: Progress, other: Progress): Progress {
  const tries = new Map<string, Try>();
  for (const found of [...one.tries, ...other.tries].sort(order)) if (!tries.has(nameOf(found))) tries.set(nameOf(found), found);
  return {
    tries: [...tries.values()],
    days: [...new Set([...one.days, ...other.days])].sort(),
    rush: Math.max(one.rush, other.rush),
    mistakes: together(one.mistakes, other.mistakes),
  };
}

/** What another does not know of this. */
export function unknownTo(other: Progress, mine: Progress): Progress {
  const { tries, days, rush, mistakes } = merged(mine, other);
  const news = <T extends Try | Mistake>(all: readonly T[], known: readonly T[]): T[] => {
    const stamps = new Map(known.map((one) => [nameOf(one), stamp(one)]));
    return all.filter((one) => stamps.get(nameOf(one)) !== stamp(one));
  };
  return {
    tries: news(tries, other.tries),
    days: days.filter((day) => !other.days.includes(day)),
    rush: rush > other.rush ? rush : 0,
    mistakes: news(mistakes, other.mistakes),
  };
}
const stamp = (one: Try | Mistake): string => [one.at, one.solved, 'strength' in one && one.strength].join();

/** As much of it as a server takes at a time, each. */
export function* pieces({ tries, days, rush, mistakes }: Progress, most = 500): Generator<Progress> {
  // A mistake is as long as twenty tries.
  const some = Math.ceil(most / 20);
  for (let i = 0; i * most < Math.max(tries.length, days.length, Number(rush > 0)) || i * some < mistakes.length; i += 1) {
    const part = <T>(list: readonly T[], size: number): T[] => list.slice(i * size, (i + 1) * size);
    yield { tries: part(tries, most), days: part(days, most), rush: i === 0 ? rush : 0, mistakes: part(mistakes, some) };
  }
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
