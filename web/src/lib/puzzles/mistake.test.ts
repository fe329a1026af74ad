import { describe, expect, it } from 'vitest';
import type { AnalysedPly, ReadRecord, Shown, TableSeat, ToldNode } from '../api/types';
import { mistakesOf, seatsOf } from './collect';
import { MOST, open, together, type Mistake } from './mistake';
import { nextOf } from './next';
import { merged, NOTHING, readProgress } from './progress';
import { digest } from './puzzle';

const mistake = (setup: string, at: number, solved = false): Mistake => ({
  game: 'archimedes',
  id: digest(setup),
  setup,
  seat: 1,
  played: 'a',
  score: { winrate: 0.8 },
  loss: 0.4,
  action: 'b',
  at,
  solved,
});
const ply = (ply: number, seat: number, played: string, mark: AnalysedPly['mark'], best: string | null = 'best'): AnalysedPly => ({
  ply,
  seat,
  played,
  score: { winrate: 0.8 },
  best,
  pv: [],
  loss: mark ? 0.4 : 0,
  mark,
});

describe('what is kept of mistakes', () => {
  it('has each position once, and the oldest goes first', () => {
    const many = Array.from({ length: MOST }, (_, i) => mistake(`from=${i}`, i));
    expect(together(many, many)).toEqual(many);
    const more = together(many, [mistake('from=new', MOST)]);
    expect([more.length, more[0]?.setup, more.at(-1)?.setup]).toEqual([MOST, 'from=1', 'from=new']);
  });
  it('is put together from two browsers, whichever comes first; solved once is solved', () => {
    const here = { ...NOTHING, mistakes: [mistake('from=x', 1), mistake('from=y', 2)] };
    const there = { ...NOTHING, mistakes: [mistake('from=x', 3, true)] };
    expect(merged(here, there)).toEqual(merged(there, here));
    expect(merged(here, there).mistakes).toEqual([mistake('from=y', 2), mistake('from=x', 3, true)]);
  });
  it('is offered until it is solved, and found by another review it stays solved', async () => {
    const solved = together([mistake('from=x', 1), mistake('from=y', 2)], [mistake('from=x', 1, true)], [mistake('from=x', 3)]);
    expect(open(solved, 'archimedes').map(({ setup }) => setup)).toEqual(['from=y']);
    expect(open(solved, 'axiom')).toEqual([]);
    const wanted = { game: 'archimedes', rated: false, own: true } as const;
    expect((await nextOf(wanted, { ...NOTHING, mistakes: solved }))?.setup).toBe('from=y');
    expect(await nextOf(wanted, { ...NOTHING, mistakes: solved }, digest('from=y'))).toBeNull();
  });
  it('comes back from a file; files from before have none, and others are refused', () => {
    const kept = { ...NOTHING, mistakes: [mistake('from=x', 1)] };
    expect(readProgress(JSON.stringify(kept))).toEqual(kept);
    expect(readProgress('{"tries":[],"days":[],"rush":2}')).toEqual({ ...NOTHING, rush: 2 });
    expect(readProgress(JSON.stringify({ ...NOTHING, mistakes: [{ ...mistake('from=x', 1), score: null }] }))).toBeNull();
  });
});

describe('the mistakes of a game', () => {
  const step = (after: number, text: string) => ({ after, text, before: [], comments: [] });
  const after = (ply: number, text: string): ToldNode =>
    text.includes(':')
      ? { ply: text === 'takeback:1' ? 0 : ply, says: { key: 'event.some' } }
      : { ply: ply + 1, says: { key: 'archimedes.move' } };
  const record = (...steps: string[]): ReadRecord => ({
    game: 'archimedes',
    setup: 'seats=2;from=old',
    seats: 2,
    tree: { tags: [], comments: [], nodes: steps.map((text, i) => step(i, text)) },
    told: steps.reduce<ToldNode[]>((told, text) => [...told, after(told.at(-1)?.ply ?? 0, text)], []),
  });
  const position = async ({ moves }: { moves: string[] }): Promise<Shown> => ({ position: moves.join('+') || 'start' }) as Shown;
  const plies = [ply(1, 1, 'a', 'slip'), ply(2, 2, 'b', 'blunder'), ply(3, 1, 'c', null), ply(4, 2, 'd', 'mistake')];

  it('are those of one’s own seats, each with the position before it', async () => {
    const found = await mistakesOf(record('a', 'b', 'c', 'd', 'resign:1'), [2], plies, position, 7);
    expect(found).toMatchObject([
      { setup: 'seats=2;from=a', id: digest('seats=2;from=a'), seat: 2, played: 'b', action: 'best', at: 7, solved: false },
      { setup: 'seats=2;from=a+b+c', played: 'd', score: { winrate: 0.8 }, loss: 0.4 },
    ]);
  });
  it('count what stands, not what was taken back', async () => {
    const found = await mistakesOf(record('x', 'takeback:1', 'a', 'b', 'c', 'd'), [1], plies, position, 7);
    expect(found.map(({ setup }) => setup)).toEqual(['seats=2;from=start']);
  });
  it('are none where something else was looked at, or the engine has nothing better', async () => {
    expect(await mistakesOf(record('a', 'b', 'x', 'd'), [1, 2], plies, position, 7)).toEqual([]);
    expect(await mistakesOf(record('a'), [1], [ply(1, 1, 'a', 'slip', null)], position, 7)).toEqual([]);
  });
});

it('own seats are those that a person had, not those that others had at the same screen', () => {
  const seat = (seat: number, kind: TableSeat['kind'], ...ids: string[]): TableSeat => ({
    seat,
    kind,
    people: ids.map((id) => ({ id, name: '' })),
    level: null,
    reserved: null,
    nonce_due: false,
    online: true,
  });
  expect(seatsOf([seat(1, 'person', 'me'), seat(2, 'device', 'me'), seat(3, 'engine'), seat(4, 'person', 'other')], 'me')).toEqual([1]);
});
