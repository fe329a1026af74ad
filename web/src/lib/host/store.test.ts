import { expect, it } from 'vitest';
import { KEEP, outdated } from './store';
import type { Kept } from './wire';

const DAY = 86_400_000;
const NOW = 1000 * DAY;
const kept = (id: string, state: string, ply: number, days: number): Kept =>
  ({ table: { id, state, ply, result: null }, n: ply, saved: '', changed: NOW - days * DAY }) as unknown as Kept;

it('of finished games the latest stay, and games that were left alone go after a while', () => {
  const finished = Array.from({ length: KEEP.finished + 2 }, (_, i) => kept(`f${i}`, 'over', 9, i));
  const others = [
    kept('played', 'live', 1, KEEP.unfinished - 1),
    kept('abandoned', 'live', 1, KEEP.unfinished + 1),
    kept('begun', 'live', 0, 0),
    kept('untouched', 'live', 0, KEEP.untouched + 1),
  ];
  const gone = outdated([...finished, ...others], NOW);
  expect(gone).toEqual([`f${KEEP.finished}`, `f${KEEP.finished + 1}`, 'abandoned', 'untouched']);
});
