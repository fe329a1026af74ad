import { describe, expect, it } from 'vitest';
import * as edit from './position';

const TEXT =
  ',77,,3.,4.,5.,6.,7.,/8.,9L!,10.12,11.,12.,13.,14.,15.,16./17.,18.,19.,20.+2.,21.,22.,23.,24.,25./26.,27.,28.,29.+1.,30.,31.,32.,33.,34./35.,36.,37T*,38C,,39S,40E,41L,42M/43R,44K,45B,46G,47T,48C,49S,50E,51L/52M,53R,54K,55B,56G,57T,58C,59S,60E/61L,62M,63R,64K,65B,66G,67T,68C,69S/,70E,71L,72M,73R,74K,75B,76G,_b1s1,i9s0rl12_21_kept_3.1_pick';
const read = (): edit.Edit => edit.read(TEXT)!;

describe('a position of Ascension under the hands', () => {
  it('comes back as it was', () => {
    expect(edit.write(read())).toBe(TEXT);
    expect(edit.read('nonsense')).toBe(null);
    expect(read().players[1]).toEqual({ out: false, pawn: 'i9', starts: 0, rests: true, last: 12 });
  });

  it('has its pieces carried from cell to cell', () => {
    expect([edit.height(read(), 'd3'), edit.height(read(), 'e5'), edit.height(read(), 'b1')]).toEqual([4, 9, 1]);
    const moved = edit.move(read(), 'd3', 'c1');
    expect([edit.height(moved, 'd3'), edit.height(moved, 'c1')]).toEqual([2, 2]);
    expect(edit.move(read(), 'e2', 'c1').players[1]?.last).toBe(null);
    expect(edit.move(read(), 'c1', 'd1')).toEqual(read());
  });

  it('has a reserve, of which the lower number is laid first', () => {
    expect(edit.reserve(read(), 1, 'plain')).toBe(1);
    const both = edit.lay(read(), 'c1', 1, 'plain');
    expect(both.stacks['c1']?.[0]?.number).toBe(78);
    expect(edit.lay(both, 'c1', 1, 'plain')).toBe(both);
    expect(edit.lay(read(), 'c1', 2, 'figured').stacks['c1']?.[0]?.number).toBe(83);
    // The one that stays takes the number.
    expect(edit.unlay(both, 'b1').stacks['c1']?.[0]?.number).toBe(77);
    expect(edit.unlay(read(), 'd3')).toEqual(read());
    const joker = edit.layJoker(read(), 'c1');
    expect([joker.joker, edit.unlay(joker, 'c1').joker]).toEqual(['laid', 'kept']);
  });

  it('keeps its deck when a face changes', () => {
    const count = (one: edit.Edit, face: string): number =>
      Object.values(one.stacks)
        .flat()
        .filter((piece) => edit.isCube(piece.number) && piece.face === face).length;
    const turned = edit.turnFace(read(), 3, 'T');
    expect(turned.stacks['d1']?.[0]?.face).toBe('T');
    // Not the one that everybody knows.
    expect(turned.stacks['c5']?.[0]?.face).toBe('T');
    expect([count(turned, 'T'), count(turned, '.')]).toEqual([count(read(), 'T'), count(read(), '.')]);
    expect(edit.turnFace(read(), 9, '.').stacks['b2']?.[0]).toMatchObject({ face: '.', known: '' });
  });

  it('says who knows what, who is where, and whose turn it is', () => {
    const cube = read().stacks['c2']![0]!;
    expect(edit.toggleKnown(cube, 1)).toBe('2');
    expect(edit.write(edit.setKnown(read(), 10, '1'))).toContain('10.1,');
    expect(edit.toggleSummit(read(), 2).summit).toEqual([1]);
    expect(edit.turnOf(read(), 2)).toMatchObject({ seat: 2, special: 'c' });
    expect(edit.turnOf(edit.setPlayer(read(), 2, { out: true }), 1)).toMatchObject({ seat: 1, special: 'c' });
    const place = edit.read(TEXT.replace('_pick', '_place:76G1@h9').replace('76G', ''))!;
    expect(edit.turnTo(place, 'pick').stacks['h9']?.[0]).toEqual({ number: 76, face: 'G', known: '1' });
  });
});
