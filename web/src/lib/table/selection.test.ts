import { describe, expect, it } from 'vitest';
import type { LegalMove } from '../api/types';
import { move } from './fake';
import { alternatives, back, begin, choose, pick as tryPick, targets, turn, type Selection } from './selection';

const pick = (...args: Parameters<typeof tryPick>): Selection => {
  const found = tryPick(...args);
  if (!found) throw new Error('nothing comes of it');
  return found;
};

const legal: LegalMove[] = [
  move('a2-c4', 'a2', 'c4'),
  move('a2-b3', 'a2', 'b3'),
  move('a8-c6', 'a8', 'c6'),
  move('!e5', 'e5'),
  move('!e5+', 'e5'),
  move('pass'),
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
  });
  it('keeps everything where no move touches what was picked', () => {
    expect(tryPick(begin(legal), legal, 'h1')).toBeNull();
    expect(tryPick(pick(begin(legal), legal, 'a2'), legal, 'h1')).toBeNull();
  });
  it('takes the most exact name that means something', () => {
    const faces: LegalMove[] = [move('sceptre', '0,0,2:z+', '1,0,2:y-'), move('cube', '1,0,2', '3,0,1')];
    const sceptre = pick(begin(faces), faces, '0,0,2:z+');
    expect(pick(sceptre, faces, '1,0,2:y-', '1,0,2').preview?.t).toBe('sceptre');
    expect(pick(sceptre, faces, '1,0,2:x+', '1,0,2').preview?.t).toBe('cube');
    expect(tryPick(sceptre, faces, '2,0,2:x+', '2,0,2')).toBeNull();
    expect(pick(begin(faces), faces, '1,0,2:x+', '1,0,2').path).toEqual(['1,0,2']);
  });
  it('does not put down the one piece that must act', () => {
    const steps: LegalMove[] = [move('>b2', 'b1', 'b2'), move('>c2', 'b1', 'c2')];
    expect(begin(steps).path).toEqual(['b1']);
    expect(tryPick(begin(steps), steps, 'b1')).toBeNull();
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
    const takes: LegalMove[] = [move('xd4', 'd4'), move('xc3,e5', 'c3', 'e5'), move('xd4,f6', 'd4', 'f6')];
    expect(pick(pick(begin(takes), takes, 'e5'), takes, 'c3').preview?.t).toBe('xc3,e5');
    const d4 = pick(begin(takes), takes, 'd4');
    expect(d4.preview?.t).toBe('xd4');
    expect(targets(d4)).toEqual(['f6']);
    expect(pick(d4, takes, 'f6').preview?.t).toBe('xd4,f6');
  });
  it('does not exchange stones that are not taken together for each other', () => {
    const takes = ['b,d', 'b,e', 'c,e', 'c,f', 'd,f'].map((holes): LegalMove => move(`x${holes}`, ...holes.split(',')));
    const b = pick(begin(takes), takes, 'b');
    expect(tryPick(b, takes, 'f')).toBeNull();
    expect(tryPick(b, takes, 'c')).toBeNull();
    expect(pick(pick(b, takes, 'd'), takes, 'b').path).toEqual(['d']);
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
