import { expect, it } from 'vitest';
import * as edit from './position';

it('comes back as it was, and gives a start', () => {
  const text = '1,0/black/-1,0,2:x+/0,0,2:z-/*-1,0,2:z+/white/-1,1,2:x-/*-1,1,2:z+';
  const read = edit.read(text)!;
  expect(edit.write(read)).toBe(text);
  expect(edit.writeStart(read, 'turn', 0, 1)).toBe('turn:0,1/-1,0,2:x+*z+/0,0,2:z-');
  expect(edit.writeStart(read, 'mirror-y', 0, 1)).toMatch(/^mirror:y,1\//);
});
