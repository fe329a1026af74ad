import { expect, it } from 'vitest';
import * as edit from './position';

it('comes back as it was, and gives a start', () => {
  const text = '1,0/black/-1,0,2:x+/0,0,2:z-/*-1,0,2:z+/white/-1,1,2:x-/*-1,1,2:z+';
  const read = edit.read(text)!;
  expect(edit.write(read)).toBe(text);
  expect(edit.writeStart(read, 'turn', 0, 1)).toBe('turn:0,1/-1,0,2:x+*z+/0,0,2:z-');
  expect(edit.writeStart(read, 'mirror-y', 0, 1)).toMatch(/^mirror:y,1\//);
});

it('pieces are put, turned and taken off', () => {
  const empty = edit.read('1,0/black//white/')!;
  const one = edit.putCube(empty, 0, 2, '0,0,1');
  expect(edit.cubeAt(one, '0,0,1')).toEqual({ side: 0, cube: { cell: '0,0,1', domes: 'x+y+' } });
  // A double lies in twelve ways, a single in six.
  const ways = (from: typeof one): number => {
    const seen = new Set<string>();
    for (let now = from; !seen.has(edit.write(now)); now = edit.turnCube(now, '0,0,1')) seen.add(edit.write(now));
    return seen.size;
  };
  expect(ways(one)).toBe(12);
  expect(ways(edit.putCube(one, 1, 1, '0,0,1'))).toBe(6);
  const with2 = edit.putSceptre(edit.putSceptre(one, 1, '0,0,1'), 1, '0,0,1');
  expect(edit.sceptresOn(with2, '0,0,1')).toEqual([{ side: 1, direction: 'x+' }]);
  const more = edit.putSceptre(edit.putSceptre(with2, 1, '5,0,1'), 1, '6,0,1');
  expect(more.sceptres[1]).toEqual(['5,0,1:z+', '6,0,1:z+']);
  expect(edit.takeOff(with2, '0,0,1').cubes[0]).toHaveLength(1);
  expect(edit.write(edit.takeOff(edit.takeOff(with2, '0,0,1'), '0,0,1'))).toBe(edit.write(empty));
});
