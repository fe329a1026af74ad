import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOOK, Pace } from './pace.svelte';

let moving: (() => void)[] = [];
let hurried = false;
const settle = vi.fn(() => moving.splice(0).forEach((done) => done()));
const pace = (): Pace => new Pace({ rest: () => new Promise((done) => moving.push(done)), settle, hurried: () => hurried });

/** Lets the time go by. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const come = async (): Promise<void> => {
  moving.splice(0).forEach((done) => done());
  await pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  [moving, hurried] = [[], false];
  settle.mockClear();
});
afterEach(() => void vi.useRealTimers());

it('lets the first thing happen at once, and the next when that has come to rest and was looked at', async () => {
  const seen: string[] = [];
  const one = pace();
  one.push(() => seen.push('mine'));
  expect(seen).toEqual(['mine']);
  one.push(() => seen.push('theirs'), LOOK);
  await pass(5000);
  expect(seen).toEqual(['mine']);
  await come();
  await pass(LOOK - 1);
  expect([seen, one.playing]).toEqual([['mine'], true]);
  await pass(1);
  expect(seen).toEqual(['mine', 'theirs']);
  await come();
  expect(one.playing).toBe(false);
});

it('does not wait for a look that there was already', async () => {
  const seen: string[] = [];
  const one = pace();
  one.push(() => seen.push('mine'));
  await come();
  await pass(LOOK);
  one.push(() => seen.push('theirs'), LOOK);
  expect(seen).toEqual(['mine', 'theirs']);
});

it('is skipped: everything that waits happens now', async () => {
  const seen: string[] = [];
  const one = pace();
  for (const what of ['mine', 'theirs', 'theirs too']) one.push(() => seen.push(what), LOOK);
  one.skip();
  await pass(0);
  expect(seen).toEqual(['mine', 'theirs', 'theirs too']);
  expect(moving).toEqual([]);
  expect(one.playing).toBe(false);
  // Only what waited was skipped.
  one.push(() => seen.push('later'));
  one.push(() => seen.push('last'), LOOK);
  await pass(5000);
  expect(seen.at(-1)).toBe('later');
});

it('waits for nothing in a hurry, nor where nothing can move', () => {
  const seen: number[] = [];
  hurried = true;
  const one = pace();
  one.push(() => seen.push(1));
  one.push(() => seen.push(2), LOOK);
  expect(seen).toEqual([1, 2]);
  hurried = false;
  const two = new Pace({ rest: () => null, settle, hurried: () => false });
  two.push(() => seen.push(3));
  two.push(() => seen.push(4));
  expect(seen).toEqual([1, 2, 3, 4]);
});
