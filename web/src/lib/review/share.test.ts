import { describe, expect, it } from 'vitest';
import type { RecordNode } from '../api/types';
import { GAMES, type GameKey } from '../games';
import type { ReviewUi } from '../games/ui';
import * as share from './share';
import * as threat from './threat';
import * as trees from './tree';

const step = (after: number, text: string): RecordNode => ({ after, text, before: [], comments: [] });
const tree = trees.fromRecord([step(0, 'a2-c4'), step(1, 'h2-f2'), step(1, 'h4-f4'), step(3, 'C0,0,2>0,1,3:z-')], []);

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

const ui = async (game: GameKey): Promise<ReviewUi> => (await GAMES[game].review()).default;
const passed = async (game: GameKey, position: string, seats: number): Promise<string[]> =>
  (await ui(game)).passed(position, (seat) => String((Number(seat) % seats) + 1));

describe('the other side to act', () => {
  it('keeps the options and takes the place of an earlier position', () => {
    expect(threat.from('edition=2008;from=old', 'new')).toBe('edition=2008;from=new');
    expect(threat.from('', 'new')).toBe('from=new');
  });
  it('changes the seat in the text of each game', async () => {
    expect(await passed('axiom', '1,0/black/x', 2)).toEqual(['2,0/black/x']);
    expect((await passed('abraxas', '8/8,SE,2,place,0-0,3-3,1', 2))[0]).toBe('8/8,SE,1,place,0-0,3-3,1');
    expect(await passed('archimedes', 'a/b/c/3/5/1/-', 3)).toEqual(['a/b/c/1/6/0/-']);
    expect(await passed('ascension', 'b_p_-_kept_7.2c_pick', 2)).toEqual(['b_p_-_kept_8.1_pick', 'b_p_-_kept_8.1c_pick']);
  });
  it('lends a stone in Abraxas where the seats must place in turn, and says so', async () => {
    const texts = await passed('abraxas', '8/8,SE,2,place,0-0,3-3,1', 2);
    expect(texts[3]).toBe('8/8,SE,1,place,0-1,3-3,1');
    expect((await ui('abraxas')).lends('8/8,SE,2,place,0-0,3-3,1', texts[3]!)).toBe(true);
    expect((await ui('abraxas')).lends('8/8,SE,2,place,0-0,3-3,1', texts[0]!)).toBe(false);
  });
  it('says nothing in the middle of a turn', async () => {
    expect(await passed('abraxas', '8/8,SE,2,take,0-0,3-3,1', 2)).toEqual([]);
    expect(await passed('ascension', 'b_p_-_kept_7.2_step', 2)).toEqual([]);
  });
});
