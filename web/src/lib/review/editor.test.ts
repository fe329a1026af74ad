import { describe, expect, it } from 'vitest';
import * as edit from './editor';

describe('position texts', () => {
  it('Abraxas comes back as it was, and holes turn', () => {
    const text = '8/8/2b5/8/3r4/8/8/rr5r,SE,2,place,0-3,3-2,1';
    const read = edit.readAbraxas(text)!;
    expect(read.holes['d4']).toBe('r');
    expect(read.holes['h1']).toBe('r');
    expect(edit.writeAbraxas(read)).toBe(text);
    read.holes['d4'] = edit.turnHole(read.holes['d4']!);
    expect(edit.writeAbraxas(read)).toContain('/3b4/');
    expect(edit.readAbraxas('nonsense')).toBe(null);
  });
  it('Archimedes comes back as it was, and cubes come and go', () => {
    const text = 'a2,a4m,c6,a8/h2,h4,h6,f7r/1/12/0/-';
    const read = edit.readArchimedes(text)!;
    expect(edit.writeArchimedes(read)).toBe(text);
    expect(edit.standsOn(read, 'f7')).toBe(2);
    const off = edit.toggleCube(read, 2, 'f7');
    expect(edit.standsOn(off, 'f7')).toBe(0);
    expect(edit.toggleCube(off, 1, 'b2').cubes[0]).toEqual(['a2', 'a4m', 'a8', 'b2', 'c6']);
    expect(edit.turnOf(read, 2)).toMatchObject({ seat: 2, actions: 13 });
  });
  it('Axiom comes back as it was, and gives a start', () => {
    const text = '1,0/black/-1,0,2:x+/0,0,2:z-/*-1,0,2:z+/white/-1,1,2:x-/*-1,1,2:z+';
    const read = edit.readAxiom(text)!;
    expect(edit.writeAxiom(read)).toBe(text);
    expect(edit.writeStart(read, 'turn', 0, 1)).toBe('turn:0,1/-1,0,2:x+*z+/0,0,2:z-');
    expect(edit.writeStart(read, 'mirror-y', 0, 1)).toMatch(/^mirror:y,1\//);
  });
});
