import { createStore, get, update, type UseStore } from 'idb-keyval';
import { together, type Mistake } from './mistake';
import { dayDone, merged, NOTHING, progressIn, tried, type Progress } from './progress';
import type { Puzzle } from './puzzle';

const KEY = 'progress';
let made: UseStore | null = null;
const store = (): UseStore => (made ??= createStore('ludarium-puzzles', 'progress'));

let known: Progress = $state.raw(NOTHING);
let loaded: Promise<void> | null = null;

/** What this browser has kept; nothing until it is read. */
export const progress = (): Progress => known;

export const loadProgress = (): Promise<void> =>
  (loaded ??= get<unknown>(KEY, store())
    .catch(() => undefined)
    .then((found) => {
      known = merged(progressIn(found) ?? NOTHING, known);
    }));

/** Another tab may have kept more meanwhile: nothing of it is lost. */
async function change(to: (progress: Progress) => Progress): Promise<void> {
  await loadProgress();
  known = to(known);
  const put = (before: unknown): Progress => (known = merged(progressIn(before) ?? NOTHING, known));
  // A browser that keeps nothing plays all the same.
  await update<unknown>(KEY, put, store()).catch(() => undefined);
}

export const keepTry = (puzzle: Puzzle, solved: boolean): Promise<void> => change((now) => tried(now, puzzle, solved, Date.now()));
export const keepDay = (day: string): Promise<void> => change((now) => dayDone(now, day));
export const keepRush = (count: number): Promise<void> => change((now) => ({ ...now, rush: Math.max(now.rush, count) }));
export const add = (other: Progress): Promise<void> => change((now) => merged(now, other));
export const keepFound = (found: Mistake[]): Promise<void> => change((now) => ({ ...now, mistakes: together(now.mistakes, found) }));
export const keepSolved = (mistake: Mistake): Promise<void> => keepFound([{ ...mistake, solved: true }]);
