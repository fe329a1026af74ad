import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Mover, WAITS } from './mover';
import type { Thought, Wanted, Wish } from './wire';

const wish: Wanted = { game: 'axiom', setup: '', moves: [], level: 3, seconds: 2, seed: 5, epoch: 7 };

/** A mover whose engine fails this many times. */
function make(faults: number) {
  const asked: Wish[] = [];
  const log: unknown[] = [];
  const engine = {
    async think(wish: Wish): Promise<Thought> {
      asked.push(wish);
      if (asked.length <= faults) throw new Error('unreachable');
      return { lines: [], t: 'a' };
    },
    end: () => undefined,
  };
  const mover = new Mover(
    engine,
    (...found) => void log.push(found),
    (id) => void log.push(`${id} failed`),
    async (time) => void log.push(time),
  );
  return { mover, asked, log };
}
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

it('hands a table what the engine found', async () => {
  const { mover, log } = make(0);
  mover.wanted('l_1', wish);
  await settle();
  expect(log).toEqual([['l_1', 7, 'a']]);
});

it('a search that fails is tried again, otherwise and for less long: the table does not wait for ever', async () => {
  const { mover, asked, log } = make(2);
  mover.wanted('l_1', wish);
  await settle();
  expect(log).toEqual([WAITS[1], WAITS[2], ['l_1', 7, 'a']]);
  expect(asked.map(({ seed, seconds }) => [seed, seconds])).toEqual([
    [5, 2],
    [6, 1],
    [7, 0.5],
  ]);
});

it('one that always fails is given up, and the table is told', async () => {
  const { mover, asked, log } = make(99);
  mover.wanted('l_1', wish);
  await settle();
  expect(asked).toHaveLength(WAITS.length);
  expect(log.at(-1)).toBe('l_1 failed');
});

it('nobody hears of a search that is not wanted any more', async () => {
  const { mover, log } = make(0);
  mover.wanted('l_1', wish);
  mover.leave('l_1');
  await settle();
  expect(log).toEqual([]);
});
