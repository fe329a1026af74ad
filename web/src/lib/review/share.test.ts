import { describe, expect, it } from 'vitest';
import type { RecordNode, ToldNode } from '../api/types';
import * as setup from './setup';
import * as share from './share';
import * as trees from './tree';

const step = (after: number, text: string): RecordNode => ({ after, text, before: [], comments: [] });
const told = (ply: number): ToldNode => ({ ply, says: { key: 'archimedes.move' } });
const tree = trees.fromRecord(
  [step(0, 'a2-c4'), step(1, 'h2-f2'), step(1, 'h4-f4'), step(3, 'C0,0,2>0,1,3:z-')],
  [],
  [told(1), told(2), told(2), told(3)],
);

describe('a link', () => {
  it('leads to the same step, variation, viewer and camera', () => {
    const place = share.placeOf(tree, 4, 2, [1.26, -2, 30, 0, 0, 0]);
    expect(place).toEqual({ at: 1, line: ['h4-f4', 'C0,0,2>0,1,3:z-'], viewer: 2, pose: [1.26, -2, 30, 0, 0, 0] });
    const again = share.read(`#${share.write(place)}`);
    expect(again).toEqual({ ...place, pose: [1.3, -2, 30, 0, 0, 0] });
    expect(share.find(tree, again).id).toBe(4);
  });
  it('brings a variation that the tree does not have', () => {
    const bare = trees.remove(tree, 3);
    const found = share.find(bare, { at: 1, line: ['h4-f4'], viewer: null, pose: null });
    expect(trees.tokens(found.tree, found.id)).toEqual(['a2-c4', 'h4-f4']);
  });
  it('is read with patience', () => {
    expect(share.read('#at=x&camera=1,2&viewer=-1')).toEqual({ at: 0, line: [], viewer: null, pose: null });
    expect(share.find(tree, share.read('#at=99')).id).toBe(2);
  });
});

describe('a set-up from a position', () => {
  it('keeps the options and takes the place of an earlier position', () => {
    expect(setup.from('edition=2008;from=old', 'new')).toBe('edition=2008;from=new');
    expect(setup.from('', 'new')).toBe('from=new');
  });
});
