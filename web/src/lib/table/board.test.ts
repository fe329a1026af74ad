import { expect, it, vi } from 'vitest';
import type { Explained, LegalMove, View } from '../api/types';
import { BoardModel, type BoardOwner } from './board.svelte';
import { move } from './fake';

const legal: LegalMove[] = [
  move('a2-c4', 'a2', 'c4'),
  move('a2-b3', 'a2', 'b3'),
  move('a8-c6', 'a8', 'c6'),
  { ...move('=e5', 'e5'), direct: true },
  { ...move('=f5', 'f5'), direct: true },
  { ...move('=f5!', 'f5'), direct: true },
];

/** What the rules answer to a press where nothing comes of it. */
const NOTHING: Explained = { refusal: null, meant: null };

function board(explain: BoardOwner['explain'] = async () => NOTHING, moves = legal): { board: BoardModel; act: ReturnType<typeof vi.fn> } {
  const act = vi.fn(async () => true);
  const owner: BoardOwner = { viewing: 1, toAct: 1, canAct: true, act, explain };
  const made = new BoardModel(owner, { confirm: () => true, direct: true });
  made.show({ legal: moves, turn: { seat: 1, kind: 'move' } } as unknown as View);
  return { board: made, act };
}

it('a second press on the preview confirms it: three presses from the piece to the end', () => {
  const { board: one, act } = board();
  for (const press of ['a2', 'c4', 'c4']) one.pick(press);
  expect(act.mock.calls).toEqual([['a2-c4']]);
});

it('a piece with one action shows it, and a press on where it goes confirms', () => {
  const { board: one, act } = board();
  one.pick('a8');
  expect(one.selection.preview?.t).toBe('a8-c6');
  one.pick('a8');
  expect([one.selection.path, act.mock.calls]).toEqual([[], []]);
  one.pick('a8');
  one.pick('c6');
  expect(act.mock.calls).toEqual([['a8-c6']]);
});

it('what is direct is played at once where there is one way, and by its name where there are two', () => {
  const { board: one, act } = board();
  one.pick('e5');
  expect(act.mock.calls).toEqual([['=e5']]);
  one.pick('f5');
  expect(one.selection.preview?.t).toBe('=f5');
  one.choose('=f5!');
  expect(act.mock.calls).toEqual([['=e5'], ['=f5!']]);
});

it('what no view lists is what the rules say that the presses mean, none of them lost', async () => {
  // They name it in an order of their own.
  const explain = async (pressed: string[]): Promise<Explained> => {
    const at = [...pressed].sort();
    return at.includes('h8')
      ? { ...NOTHING, refusal: { key: 'x', text: '', clause: null, args: {} } }
      : { ...NOTHING, meant: move(`x${at}`, ...at) };
  };
  const { board: one, act } = board(explain, [move('done')]);
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
  one.pick('c3');
  one.pick('b2');
  await settled();
  expect([one.selection.preview?.t, one.selection.path]).toEqual(['xb2,c3', ['b2', 'c3']]);
  one.pick('b2');
  await settled();
  expect(one.selection.preview?.t).toBe('xc3');
  one.pick('h8');
  await settled();
  expect([one.selection.preview?.t, one.refusal?.key]).toEqual(['xc3', 'x']);
  one.pick('c3');
  expect(one.selection.path).toEqual([]);
  one.pick('c3');
  await settled();
  expect(act).not.toHaveBeenCalled();
  one.confirm();
  expect(act.mock.calls).toEqual([['xc3']]);
});
