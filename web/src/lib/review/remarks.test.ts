import { describe, expect, it } from 'vitest';
import type { AbraxasBoard, ArchimedesBoard, Turn, View } from '../api/types';
import { facts } from './remarks';

const abraxas = (turn: Turn, board: Partial<AbraxasBoard>, legal: string[] = []): View =>
  ({ game: 'abraxas', setup: '', ply: 0, seats: 2, turn, legal: legal.map((t) => ({ t, at: [] })), last: null, board: { taken: [0, 0], lines: [], ...board } }) as unknown as View;
const archimedes = (turn: Turn, steps: [number, number], legal: string[] = []): View =>
  ({
    game: 'archimedes', setup: '', ply: 0, seats: 2, turn, legal: legal.map((t) => ({ t, at: [] })), last: null,
    board: { cubes: [], sides: steps.map((n, i) => ({ seat: i + 1, steps: n })) } as unknown as ArchimedesBoard,
  }) as View;
const move = (seat: number): Turn => ({ seat, kind: 'move' });
const over = (result: string[]): Turn => ({ over: { result, by: '4.1' } });

describe('what is said of a mistake', () => {
  it('the better action makes lines and takes stones; the answer takes some too', () => {
    const before = abraxas(move(1), { taken: [2, 0] });
    const found = facts({
      seat: 1,
      before,
      after: abraxas(move(2), { taken: [2, 0] }, ['d4']),
      better: abraxas(move(1), { taken: [2, 0], lines: [{ cells: ['A1'], holes: ['a1'] }] }),
      reply: 'xd4',
      answered: abraxas(move(2), { taken: [2, 3] }),
    });
    expect(found).toEqual([{ kind: 'lines', n: 1 }, { kind: 'lets-take', who: 2, reply: 'xd4', n: 3 }]);
  });

  it('the better action is nearer home and takes the answer away', () => {
    const found = facts({
      seat: 1,
      before: archimedes(move(1), [20, 20]),
      after: archimedes(move(2), [18, 20], ['h2-f2']),
      better: archimedes(move(2), [15, 20], ['h4-f4']),
      reply: 'h2-f2',
      answered: archimedes(over(['0', '1']), [18, 16]),
    });
    expect(found).toEqual([{ kind: 'nearer', n: 3 }, { kind: 'loses', who: 2, reply: 'h2-f2' }, { kind: 'prevents', who: 2, reply: 'h2-f2' }]);
  });

  it('the better action wins at once', () => {
    const same = archimedes(move(1), [3, 20]);
    expect(facts({ seat: 1, before: same, after: archimedes(move(2), [3, 20]), better: archimedes(over(['1', '0']), [3, 20]), reply: null, answered: null })).toEqual([{ kind: 'wins' }]);
  });

  it('says nothing it does not see', () => {
    const same = archimedes(move(2), [3, 20], ['pass']);
    expect(facts({ seat: 1, before: same, after: same, better: same, reply: 'pass', answered: same })).toEqual([]);
  });
});
