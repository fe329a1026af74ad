import { describe, expect, it } from 'vitest';
import type { LegalMove } from '../api/types';
import { alternatives, back, begin, choose, pick, targets, turn } from './selection';

const legal: LegalMove[] = [
  { t: 'a2-c4', at: ['a2', 'c4'] },
  { t: 'a2-b3', at: ['a2', 'b3'] },
  { t: 'a8-c6', at: ['a8', 'c6'] },
  { t: '!e5', at: ['e5'] },
  { t: '!e5+', at: ['e5'] },
  { t: 'pass', at: [] },
];

describe('selection', () => {
  it('offers the first targets, each once', () => {
    expect(targets(begin(legal))).toEqual(['a2', 'a8', 'e5']);
    expect(alternatives(begin(legal)).map((m) => m.t)).toEqual(['pass']);
  });
  it('narrows by each pick and previews what is left alone', () => {
    const one = pick(begin(legal), legal, 'a2');
    expect(targets(one)).toEqual(['c4', 'b3']);
    expect(one.preview).toBeNull();
    expect(pick(one, legal, 'c4').preview?.t).toBe('a2-c4');
  });
  it('goes straight to the preview when a piece has one action', () => {
    expect(pick(begin(legal), legal, 'a8').preview?.t).toBe('a8-c6');
  });
  it('swaps the last target, the piece, or starts over', () => {
    const chosen = pick(pick(begin(legal), legal, 'a2'), legal, 'c4');
    expect(pick(chosen, legal, 'b3').preview?.t).toBe('a2-b3');
    expect(pick(chosen, legal, 'a8').path).toEqual(['a8']);
    expect(pick(chosen, legal, 'h1').path).toEqual([]);
    expect(pick(chosen, legal, '').candidates).toEqual(legal);
  });
  it('steps back on a second pick of the same target', () => {
    const chosen = pick(pick(begin(legal), legal, 'a2'), legal, 'c4');
    expect(pick(chosen, legal, 'c4').path).toEqual(['a2']);
    expect(back(chosen, legal).path).toEqual(['a2']);
    expect(back(back(chosen, legal), legal).path).toEqual([]);
  });
  it('offers a turner where cells alone do not decide', () => {
    const stop = pick(begin(legal), legal, 'e5');
    expect(stop.preview?.t).toBe('!e5');
    expect(alternatives(stop).map((m) => m.t)).toEqual(['!e5', '!e5+']);
    expect(turn(stop, 1).preview?.t).toBe('!e5+');
    expect(turn(turn(stop, 1), 1).preview?.t).toBe('!e5');
    expect(turn(stop, -1).preview?.t).toBe('!e5+');
  });
  it('takes stones of a line in any order, and stops where it may', () => {
    const takes: LegalMove[] = [
      { t: 'xd4', at: ['d4'] },
      { t: 'xc3,e5', at: ['c3', 'e5'] },
      { t: 'xd4,f6', at: ['d4', 'f6'] },
    ];
    expect(pick(pick(begin(takes), takes, 'e5'), takes, 'c3').preview?.t).toBe('xc3,e5');
    const d4 = pick(begin(takes), takes, 'd4');
    expect(d4.preview?.t).toBe('xd4');
    expect(targets(d4)).toEqual(['f6']);
    expect(pick(d4, takes, 'f6').preview?.t).toBe('xd4,f6');
  });
  it('lets one begin with where to go', () => {
    const to = pick(begin(legal), legal, 'c4');
    expect(to.candidates.map((m) => m.t)).toEqual(['a2-c4']);
  });
  it('chooses by token, and ignores what is not legal', () => {
    expect(choose(begin(legal), legal, '!e5+').preview?.t).toBe('!e5+');
    expect(choose(begin(legal), legal, '!e5+').candidates).toHaveLength(2);
    expect(choose(begin(legal), legal, 'nonsense')).toEqual(begin(legal));
  });
});
