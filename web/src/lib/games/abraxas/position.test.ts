import { expect, it } from 'vitest';
import * as edit from './position';

it('comes back as it was, and holes are filled', () => {
  const text = '8/8/2b5/8/3r4/8/8/rr5r,SE,2,place,0-3,3-2,1';
  const read = edit.read(text)!;
  expect(read.holes['d4']).toBe('r');
  expect(read.holes['h1']).toBe('r');
  expect(edit.write(read)).toBe(text);
  read.holes['d4'] = 'b';
  expect(edit.write(read)).toContain('/3b4/');
  expect(edit.read('nonsense')).toBe(null);
});

it('what is merely counted follows what the rules say', () => {
  const text = '8/8/8/8/3r4/8/8/8,SE,2,place,0-0,3-3,0';
  expect(edit.counted(text, 'abraxas.from-quiet', { low: 1, high: 1, quiet: 0 })).toBe('8/8/8/8/3r4/8/8/8,SE,2,place,0-0,3-3,1');
  expect(edit.counted(text, 'abraxas.from-turn', { seat: 1 })).toContain(',SE,1,place,');
  expect(edit.counted(text, 'abraxas.from-stops', { laid: 1, left: 6 })).toContain(',2-3,');
  expect(edit.counted(text, 'abraxas.from-stops', { laid: 0, left: 5 })).toContain(',3-4,');
  expect(edit.counted(text, 'abraxas.from-lines', { cell: 'A1' })).toBe(null);
});
