import { expect, it } from 'vitest';
import * as edit from './position';

it('comes back as it was, and holes turn', () => {
  const text = '8/8/2b5/8/3r4/8/8/rr5r,SE,2,place,0-3,3-2,1';
  const read = edit.read(text)!;
  expect(read.holes['d4']).toBe('r');
  expect(read.holes['h1']).toBe('r');
  expect(edit.write(read)).toBe(text);
  read.holes['d4'] = edit.turnHole(read.holes['d4']!);
  expect(edit.write(read)).toContain('/3b4/');
  expect(edit.read('nonsense')).toBe(null);
});
