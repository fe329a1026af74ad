import { expect, it } from 'vitest';
import * as edit from './position';

it('comes back as it was, and cubes come and go', () => {
  const text = 'a2,a4m,c6,a8/h2,h4,h6,f7r/1/12/0/-';
  const read = edit.read(text)!;
  expect(edit.write(read)).toBe(text);
  expect(edit.standsOn(read, 'f7')).toBe(2);
  const off = edit.toggleCube(read, 2, 'f7');
  expect(edit.standsOn(off, 'f7')).toBe(0);
  expect(edit.toggleCube(off, 1, 'b2').cubes[0]).toEqual(['a2', 'a4m', 'a8', 'b2', 'c6']);
  expect(edit.turnOf(read, 2)).toMatchObject({ seat: 2, actions: 13 });
});

it('what is merely counted follows what the rules say', () => {
  const text = 'a2,a4,a6,d4/h2,h4,h6,h8/1/0/0/-';
  expect(edit.counted(text, 'archimedes.from.too-few')).toBe('a2,a4,a6,d4/h2,h4,h6,h8/1/2/0/-');
  expect(edit.counted(text, 'archimedes.from.touch')).toBe(null);
});
