import { describe, expect, it } from 'vitest';
import type { AbraxasBoard, ArchimedesBoard, AscensionBoard, AxiomBoard, LegalMove, Turn, View } from '../api/types';
import { facts } from './remarks';

const legalOf = (tokens: (string | LegalMove)[]): LegalMove[] => tokens.map((one) => (typeof one === 'string' ? { t: one, at: [] } : one));
const shown = (game: string, turn: Turn, board: object, legal: (string | LegalMove)[] = []): View =>
  ({ game, setup: '', ply: 0, seats: 2, turn, legal: legalOf(legal), last: null, board }) as unknown as View;
const axiom = (turn: Turn, cubes: [string, number][], legal: (string | LegalMove)[] = []): View =>
  shown('axiom', turn, { cubes: cubes.map(([cell, seat]) => ({ cell, seat })) } as AxiomBoard, legal);
const abraxas = (turn: Turn, taken: [number, number], legal: string[] = []): View => shown('abraxas', turn, { taken, lines: [] } as unknown as AbraxasBoard, legal);
const archimedes = (turn: Turn, steps: [number, number], legal: (string | LegalMove)[] = [], home = [0, 0]): View =>
  shown('archimedes', turn, { sides: steps.map((n, i) => ({ seat: i + 1, steps: n, home: home[i] })) } as unknown as ArchimedesBoard, legal);
const ascension = (turn: Turn, height: number, summit = false): View =>
  shown('ascension', turn, { cells: [{ cell: 'd5', height, pawn: 1 }], players: [{ seat: 1, summit }] } as unknown as AscensionBoard);
const move = (seat: number): Turn => ({ seat, kind: 'move' });
const over = (result: string[]): Turn => ({ over: { result, by: '4.1' } });

describe('what is said of a mistake', () => {
  it('Axiom: what it lets the other side reach, and which cube would have blocked it', () => {
    const reply = 'S4,0,1:z+>0,0,1:z+';
    const way: LegalMove = { t: reply, at: ['4,0,1:z+', '0,0,1:z+'], via: ['3,0,1:z+', '2,0,1:z+'] };
    const cubes: [string, number][] = [['2,0,1', 1]];
    expect(
      facts({
        seat: 1,
        before: axiom(move(1), cubes),
        after: axiom(move(2), cubes, [way]),
        better: { tokens: ['C5,5,1>2,0,2:y+'], view: axiom(move(2), cubes) },
        reply: { tokens: [reply], view: axiom(over(['0', '1']), cubes) },
        foiled: null,
      }),
    ).toEqual([
      { is: 'lets', who: 2, gain: { kind: 'wins' }, reply: [reply] },
      // In front of a face that the sceptre would have passed.
      { is: 'prevents', how: 'stands', cell: '2,0,2', better: ['C5,5,1>2,0,2:y+'] },
    ]);
  });

  it('Axiom: which cube is taken, and what is no news if it is taken in any case', () => {
    const before = axiom(move(1), [['0,0,1', 1], ['1,0,1', 2]]);
    const after = axiom(move(2), [['0,0,1', 1], ['1,0,1', 2]], ['S']);
    const reply = { tokens: ['S'], view: axiom(move(1), [['1,0,1', 2]]) };
    const better = { tokens: ['T'], view: axiom(move(2), [['0,0,1', 1]]) };
    const takes = { is: 'better', gain: { kind: 'takes', n: 1, what: ['1,0,1'] } };
    expect(facts({ seat: 1, before, after, better, reply, foiled: axiom(move(1), []) })).toEqual([takes]);
    expect(facts({ seat: 1, before, after, better, reply, foiled: better.view }).slice(0, 2)).toEqual([
      takes,
      { is: 'lets', who: 2, gain: { kind: 'takes', n: 1, what: ['0,0,1'] }, reply: ['S'] },
    ]);
  });

  it('Abraxas: which stones go, and where a stop stone belonged', () => {
    expect(
      facts({
        seat: 1,
        before: abraxas(move(1), [2, 0]),
        after: abraxas(move(2), [2, 0], ['d4']),
        better: { tokens: ['!d4'], view: abraxas(move(2), [2, 0]) },
        reply: { tokens: ['d4', 'xb4,d4'], view: abraxas(move(2), [2, 2]) },
        foiled: null,
      }),
    ).toEqual([
      { is: 'lets', who: 2, gain: { kind: 'takes', n: 2, what: ['b4', 'd4'] }, reply: ['d4', 'xb4,d4'] },
      { is: 'prevents', how: 'stop', cell: 'd4', better: ['!d4'] },
    ]);
  });

  it('Archimedes: what is nearer home, and which cube bars the way', () => {
    const way: LegalMove = { t: 'h2-f2', at: ['h2', 'f2'], via: ['g2'] };
    expect(
      facts({
        seat: 1,
        before: archimedes(move(1), [20, 20]),
        after: archimedes(move(2), [18, 20], [way]),
        better: { tokens: ['a2-g2'], view: archimedes(move(2), [15, 20]) },
        reply: { tokens: ['h2-f2'], view: archimedes(move(1), [18, 16]) },
        foiled: null,
      }),
    ).toEqual([
      { is: 'better', gain: { kind: 'nearer', n: 5 } },
      { is: 'lets', who: 2, gain: { kind: 'nearer', n: 4 }, reply: ['h2-f2'] },
      { is: 'prevents', how: 'stands', cell: 'g2', better: ['a2-g2'] },
    ]);
  });

  it('Ascension: how high the pawn comes', () => {
    const reply = null;
    const before = ascension(move(1), 4);
    const after = ascension(move(2), 4);
    const better = (view: View) => ({ tokens: ['^g2', '=g3', '>e5'], view });
    expect(facts({ seat: 1, before, after, better: better(ascension(move(2), 6)), reply, foiled: null })).toEqual([{ is: 'better', gain: { kind: 'climbs', cell: 'd5', height: 6 } }]);
    expect(facts({ seat: 1, before, after, better: better(ascension(move(2), 7, true)), reply, foiled: null })).toEqual([{ is: 'better', gain: { kind: 'summit' } }]);
  });

  it('the better turn wins at once, or saves half', () => {
    const before = archimedes(move(1), [3, 20]);
    const after = archimedes(move(2), [3, 20]);
    const better = (result: string[]) => ({ tokens: ['g10-h8'], view: archimedes(over(result), [3, 20]) });
    expect(facts({ seat: 1, before, after, better: better(['1', '0']), reply: null, foiled: null })).toEqual([{ is: 'better', gain: { kind: 'wins' } }]);
    expect(facts({ seat: 1, before, after, better: better(['1/2', '1/2']), reply: null, foiled: null })).toEqual([{ is: 'better', gain: { kind: 'draws' } }]);
  });

  it('says nothing it does not see', () => {
    const same = archimedes(move(2), [3, 20], ['pass']);
    expect(facts({ seat: 1, before: same, after: same, better: { tokens: [], view: same }, reply: { tokens: ['pass'], view: same }, foiled: same })).toEqual([]);
  });
});
