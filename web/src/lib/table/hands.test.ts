import { expect, it, vi } from 'vitest';
import type { LegalMove, View } from '../api/types';
import { BoardModel, type BoardOwner } from './board.svelte';

const legal: LegalMove[] = [
  { t: 'a2-c4', at: ['a2', 'c4'] },
  { t: 'a2-b3', at: ['a2', 'b3'] },
  { t: 'a8-c6', at: ['a8', 'c6'] },
  { t: '=e5', at: ['e5'] },
  { t: '=f5', at: ['f5'] },
  { t: '=f5!', at: ['f5'] },
];

function board(): { board: BoardModel; act: ReturnType<typeof vi.fn> } {
  const act = vi.fn(async () => true);
  const owner: BoardOwner = { viewing: 1, toAct: 1, canAct: true, act, explain: async () => null };
  const made = new BoardModel(owner, { confirm: () => true, direct: (_, token) => token.startsWith('=') });
  made.show({ legal, turn: { seat: 1, kind: 'move' } } as unknown as View);
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
