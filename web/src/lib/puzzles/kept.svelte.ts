import { createStore, del, get, set, update, type UseStore } from 'idb-keyval';
import { SITE } from '../host/site';
import { together, type Mistake } from './mistake';
import { dayDone, merged, NOTHING, progressIn, tried, type Progress } from './progress';
import type { Puzzle } from './puzzle';

/** The account that was signed in last; what nobody's account has has no name. */
const WHOSE = 'whose';
const keyOf = (account: string): string => `progress${account && ` ${account}`}`;
let made: UseStore | null = null;
const store = (): UseStore => (made ??= createStore('ludarium-puzzles', 'progress'));
/** A browser that keeps nothing plays all the same. */
const database = <T>(run: (store: UseStore) => Promise<T>): Promise<T | undefined> => run(store()).catch(() => undefined);

let whose = '';
let known: Progress = $state.raw(NOTHING);
let loaded: Promise<void> | null = null;
const listeners: (() => void)[] = [];

/** What this browser has kept of whoever is here; nothing until it is read. */
export const progress = (): Progress => known;

const read = async (account: string): Promise<Progress> =>
  progressIn(await database((store) => get<unknown>(keyOf(account), store))) ?? NOTHING;

export const loadProgress = (): Promise<void> => (loaded ??= load());
async function load(): Promise<void> {
  whose = (await database((store) => get<string>(WHOSE, store))) ?? '';
  known = merged(await read(whose), known);
  // Other devices may have added to it.
  if (whose && !SITE) void import('./account.svelte');
}

/** Another tab may have kept more meanwhile: nothing of it is lost. */
async function change(to: (progress: Progress) => Progress): Promise<void> {
  await loadProgress();
  known = to(known);
  const put = (before: unknown): Progress => (known = merged(progressIn(before) ?? NOTHING, known));
  await database((store) => update<unknown>(keyOf(whose), put, store));
  listeners.forEach((tell) => tell());
}

/** Calls this whenever something was kept. */
export const whenKept = (tell: () => void): void => void listeners.push(tell);

/** From now on it is this account's, or nobody's; answers with what the one before has here. What nobody's account has becomes the account's, as the games of a guest do. */
export async function belong(account: string): Promise<{ account: string; progress: Progress } | null> {
  await loadProgress();
  if (account === whose) return null;
  const before = { account: whose, progress: known };
  const own = await read(account);
  whose = account;
  known = before.account ? own : merged(own, known);
  await database((store) => set(WHOSE, account, store));
  if (before.account) return before;
  await change((now) => now);
  await forget('');
  return null;
}
/** Keeps nothing any more of an account that is not here. */
export const forget = (account: string): Promise<void> => database((store) => del(keyOf(account), store));

export const keepTry = (puzzle: Puzzle, solved: boolean): Promise<void> => change((now) => tried(now, puzzle, solved, Date.now()));
export const keepDay = (day: string): Promise<void> => change((now) => dayDone(now, day));
export const keepRush = (count: number): Promise<void> => change((now) => ({ ...now, rush: Math.max(now.rush, count) }));
export const add = (other: Progress): Promise<void> => change((now) => merged(now, other));
export const keepFound = (found: Mistake[]): Promise<void> => change((now) => ({ ...now, mistakes: together(now.mistakes, found) }));
export const keepSolved = (mistake: Mistake): Promise<void> => keepFound([{ ...mistake, solved: true }]);
