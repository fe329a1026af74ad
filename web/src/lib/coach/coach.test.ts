import { beforeEach, expect, it, vi } from 'vitest';
import type { Advice, Fact, LegalMove, Table, View } from '../api/types';
import { settings } from '../settings.svelte';
import { BoardModel, type BoardOwner } from '../table/board.svelte';
import { move } from '../table/fake';
import type { TableModel } from '../table/model.svelte';
import { Coach, type CoachPorts } from './coach.svelte';
import { turningPoint } from './turning';

const legal: LegalMove[] = [move('a2-c4', 'a2', 'c4'), move('a2-b3', 'a2', 'b3')];
const fact: Fact = {
  is: 'lets',
  seat: 2,
  says: { key: 'archimedes.home', args: { cell: 'h2' } },
  turn: [{ ...move('h6-h2', 'h6', 'h2'), via: ['h4'] }],
};
const bad: Advice = { threat: null, warning: { is: 'loses', fact } };

interface Seats {
  mine?: number[];
  seats?: { seat: number; kind: string; level?: number; people?: unknown[] }[];
}
const ME = { seat: 1, kind: 'person', people: [{}] };

function table({ mine = [1], seats = [ME, { seat: 2, kind: 'engine', level: 0 }] }: Seats, answers: Partial<CoachPorts>) {
  const act = vi.fn(async () => true);
  const model = { mine, table: { seats } as unknown as Table, toAct: 1, frozen: false, over: null } as unknown as TableModel;
  const coach = new Coach(model, { advise: async () => bad, best: async () => 'a2-c4', ...answers });
  const owner: BoardOwner = { viewing: 1, toAct: 1, canAct: true, act, explain: async () => ({ refusal: null, meant: null }) };
  const board = new BoardModel(owner, { confirm: () => true, sure: (token) => coach.sure(token) });
  Object.assign(model, { board });
  board.show({ game: 'archimedes', seats: 2, legal, turn: { seat: 1, kind: 'move' } } as unknown as View);
  return { coach, board, act };
}
const quiet = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => void (settings.coach = null));

it.each<[string, Seats, boolean]>([
  ['against the computer', {}, true],
  ['between people', { seats: [ME, { seat: 2, kind: 'person', people: [{}] }] }, false],
  ['with a person and a computer', { seats: [ME, { seat: 2, kind: 'engine' }, { seat: 3, kind: 'open' }] }, false],
  ['at one screen', { mine: [1, 2], seats: [ME, { ...ME, seat: 2 }] }, false],
  ['to a spectator', { mine: [] }, false],
  [
    'to a team',
    {
      seats: [
        { ...ME, people: [{}, {}] },
        { seat: 2, kind: 'engine' },
      ],
    },
    false,
  ],
])('%s the coach is offered: %s', (_, seats, offered) => {
  expect(table(seats, {}).coach.offered).toBe(offered);
});

it('is there where people begin, and elsewhere as they said', () => {
  const strong = { seats: [ME, { seat: 2, kind: 'engine', level: 5 }] };
  expect([table({}, {}).coach.on, table(strong, {}).coach.on]).toEqual([true, false]);
  table(strong, {}).coach.on = true;
  expect(table(strong, {}).coach.on).toBe(true);
  settings.coach = false;
  expect(table({}, {}).coach.on).toBe(false);
  settings.coach = true;
  expect(table({ seats: [ME, { ...ME, seat: 2 }] }, {}).coach.on).toBe(false);
});

it('an action that loses is not played before it was warned of, and then it is', async () => {
  const { coach, board, act } = table({}, {});
  for (const press of ['a2', 'c4', 'c4']) board.pick(press);
  // Pressed too often, before there was anything to read.
  board.confirm();
  await quiet();
  expect([act.mock.calls, coach.warning?.is, board.selection.preview?.t]).toEqual([[], 'loses', 'a2-c4']);
  expect(coach.pointers.threats).toEqual([['h6', 'h4', 'h2']]);
  board.confirm();
  await quiet();
  expect(act.mock.calls).toEqual([['a2-c4']]);
});

it('what is typed is warned of too, and shown', async () => {
  const { board, act } = table({}, {});
  expect(await board.act('a2-b3')).toBe(false);
  expect([act.mock.calls, board.selection.preview?.t]).toEqual([[], 'a2-b3']);
});

it('nobody is held up by a coach that is silent, refused or sent away', async () => {
  for (const advise of [async () => ({ threat: null, warning: null }), () => Promise.reject(new Error('refused'))]) {
    const { board, act } = table({}, { advise });
    for (const press of ['a2', 'c4', 'c4']) board.pick(press);
    await quiet();
    expect(act.mock.calls).toEqual([['a2-c4']]);
  }
  settings.coach = false;
  const { board, act } = table({}, {});
  for (const press of ['a2', 'c4', 'c4']) board.pick(press);
  await quiet();
  expect(act.mock.calls).toEqual([['a2-c4']]);
});

it('nor for ever by one that does not answer', async () => {
  vi.useFakeTimers();
  const { board, act } = table({}, { advise: () => new Promise(() => undefined) });
  for (const press of ['a2', 'c4', 'c4']) board.pick(press);
  await vi.advanceTimersByTimeAsync(1500);
  vi.useRealTimers();
  expect(act.mock.calls).toEqual([['a2-c4']]);
});

it('a hint comes in steps: which piece, then where', async () => {
  const { coach, board } = table({}, { advise: async () => ({ threat: fact, warning: null }) });
  coach.follow();
  await quiet();
  expect(coach.pointers).toEqual({ hint: [], threats: [['h6', 'h4', 'h2']] });
  await coach.help();
  expect(coach.pointers).toEqual({ hint: ['a2'], threats: [] });
  await coach.help();
  expect(coach.pointers.hint).toEqual(['c4']);
  board.show({ ...board.view! });
  coach.follow();
  expect(coach.hint).toBeNull();
});

it('a game turned where the loser gave most away', () => {
  const plies = [0.02, 0.3, 0.1, 0.6, 0.4].map((loss, i) => ({ ply: i + 1, seat: (i % 2) + 1, loss }) as never);
  expect(turningPoint(plies, 1, 'lost')).toMatchObject({ ply: 5 });
  expect(turningPoint(plies, 1, 'won')).toMatchObject({ ply: 4 });
  expect(turningPoint(plies.slice(0, 1), 1, 'lost')).toBeNull();
});

it('points at what is put down, and draws no road to where the board goes with it', async () => {
  const put: Fact = { ...fact, turn: [{ ...move('d4', 'd4'), via: ['NW'] }] };
  const { coach } = table({}, { advise: async () => ({ threat: put, warning: null }) });
  coach.follow();
  await quiet();
  expect(coach.pointers.threats).toEqual([['d4']]);
});
