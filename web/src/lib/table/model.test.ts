import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line } from '../api/connection';
import type { GameKey, LegalMove, Refusal, Table, View } from '../api/types';
import { move } from './fake';
import { TableModel } from './model.svelte';
import { LOOK } from './pace.svelte';

vi.mock('../api/identity.svelte', () => ({ settled: async () => ({}) }));

class Fake implements Line {
  sent: Record<string, unknown>[] = [];
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const legal: LegalMove[] = [move('a2-c4', 'a2', 'c4'), move('a2-b3', 'a2', 'b3'), move('a8-c6', 'a8', 'c6')];
const clocks = { left: [], running: null, reply_left: null, at: 0 };
const view = (game: GameKey, ply: number, seat: number, moves: LegalMove[]): View =>
  ({ game, setup: '', ply, seats: 2, turn: { seat, kind: 'move' }, board: {}, legal: moves, last: null }) as unknown as View;
const table = (game: GameKey): Table => ({ id: 't_1', game, state: 'live', seats: [] }) as unknown as Table;

let line: Fake;
let confirm = true;
let refused: Refusal | null = null;
const make = async (open = true): Promise<TableModel> => {
  line = new Fake();
  const model = new TableModel(
    { ready: async () => undefined, open: () => line, refused: async () => refused },
    { confirm: () => confirm, hidden: (game) => game === 'ascension' },
  );
  await Promise.resolve();
  if (open) line.onopen?.();
  return model;
};
const state = (game: GameKey, mine: number[], viewing: number | null, seat = 1): void =>
  line.hear({
    type: 'state',
    n: 1,
    table: table(game),
    view: view(game, 0, seat, viewing === seat ? legal : []),
    viewing,
    mine,
    clocks,
    offers: [],
    chat: [],
    moves: [],
    says: [],
    spectators: 0,
  });

describe('table model', () => {
  beforeEach(() => (confirm = true));

  it('keeps what is picked when the table tells the same position again, as after a login', async () => {
    const model = await make();
    state('archimedes', [1], 1);
    model.board.pick('a2');
    state('archimedes', [1], 1);
    expect(model.board.selection.path).toEqual(['a2']);
    model.board.pick('c4');
    state('archimedes', [1], 1);
    model.board.confirm();
    expect(line.sent[0]).toMatchObject({ type: 'act', t: 'a2-c4' });
    state('archimedes', [1], 1, 2);
    expect(model.board.selection.path).toEqual([]);
  });

  it('previews, then sends what is confirmed, for the ply it was decided at', async () => {
    const model = await make();
    state('archimedes', [1], 1);
    model.board.pick('a2');
    model.board.pick('c4');
    expect(model.board.selection.preview?.t).toBe('a2-c4');
    expect(line.sent).toHaveLength(0);
    model.board.confirm();
    expect(line.sent[0]).toMatchObject({ type: 'act', ply: 0, seat: 1, t: 'a2-c4' });
    expect(model.canAct).toBe(false);
    line.hear({
      type: 'event',
      n: 2,
      event: { kind: 'action', ply: 1, seat: 1, t: 'a2-c4' },
      view: view('archimedes', 1, 2, []),
      viewing: 1,
      clocks,
      table: table('archimedes'),
    });
    line.hear({ type: 'ack', id: line.sent[0]!['id'], n: 2 });
    await Promise.resolve();
    expect(model.moves).toEqual(['a2-c4']);
    expect(model.toAct).toBeNull();
    expect(model.sending).toBeNull();
  });

  it('sends at once if asked to, but not while several ways are left', async () => {
    confirm = false;
    const model = await make();
    state('archimedes', [1], 1);
    model.board.pick('a2');
    expect(line.sent).toHaveLength(0);
    model.board.pick('b3');
    expect(line.sent[0]).toMatchObject({ type: 'act', t: 'a2-b3' });
  });

  const action = (ply: number, seat: number, next: number, moves: LegalMove[] = legal): void =>
    line.hear({
      type: 'event',
      n: ply + 1,
      event: { kind: 'action', ply, seat, t: 'a2-c4' },
      view: view('archimedes', ply, next, moves),
      viewing: 1,
      clocks,
      table: table('archimedes'),
    });
  const acknowledged = async (): Promise<void> => {
    line.hear({ type: 'ack', id: line.sent.at(-1)!['id'], n: 2 });
    await new Promise((done) => setTimeout(done));
  };

  it('a press before the table has taken in the last action counts when it has', async () => {
    const model = await make();
    state('archimedes', [1, 2], 1);
    for (const press of ['a2', 'c4', 'c4']) model.board.pick(press);
    expect(line.sent).toHaveLength(1);
    // Before the event, and between the event and the acknowledgement.
    model.board.pick('a8');
    action(1, 1, 2);
    model.board.pick('c6');
    model.board.confirm();
    expect([line.sent.length, model.board.selection.path]).toEqual([1, []]);
    await acknowledged();
    expect(line.sent[1]).toMatchObject({ type: 'act', ply: 1, seat: 2, t: 'a8-c6' });
  });

  it('Escape takes back a press that does not count yet', async () => {
    const model = await make();
    state('archimedes', [1, 2], 1);
    for (const press of ['a2', 'c4', 'c4', 'a8', 'c6']) model.board.pick(press);
    model.board.back();
    model.board.back();
    action(1, 1, 2);
    await acknowledged();
    expect(model.board.selection.path).toEqual([]);
  });

  it('a press while what the other side did waits to be shown counts when it is', async () => {
    const model = await make();
    let rest = (): void => undefined;
    model.board.drawn = { rest: () => new Promise((done) => (rest = done)), settle: () => rest() };
    state('archimedes', [1], 1);
    rest();
    await vi.waitFor(() => expect(model.pace.playing).toBe(false));
    action(1, 1, 2, []);
    action(2, 2, 1);
    model.board.pick('a2');
    expect([model.board.view?.ply, model.board.selection.path]).toEqual([1, []]);
    model.pace.skip();
    await vi.waitFor(() => expect(model.board.selection.path).toEqual(['a2']));
    expect(model.board.view?.ply).toBe(2);
  });

  it('a press that no longer makes sense is answered', async () => {
    const model = await make();
    state('archimedes', [1], 1);
    for (const press of ['a2', 'c4', 'c4', 'a8']) model.board.pick(press);
    action(1, 1, 2, []);
    expect(model.board.refusal).toBeNull();
    await acknowledged();
    expect(model.board.refusal?.key).toBe('table.not-your-turn');
    // To press beside the board asks for nothing.
    model.board.refusal = null;
    model.board.pick('');
    expect(model.board.refusal).toBeNull();
    await model.lookAt(0);
    model.board.pick('a2');
    expect(model.board.refusal).toMatchObject({ key: 'client.past' });
  });

  it('a token that is typed too early is played when it is time', async () => {
    const model = await make();
    state('archimedes', [1, 2], 1);
    const first = model.board.act('a2-c4');
    const second = model.board.act('a8-c6');
    action(1, 1, 2);
    await acknowledged();
    expect(await first).toBe(true);
    expect(line.sent[1]).toMatchObject({ type: 'act', ply: 1, t: 'a8-c6' });
    await acknowledged();
    expect(await second).toBe(true);
  });

  it('asks why a pick is not possible', async () => {
    const model = await make();
    state('archimedes', [1], 1);
    model.board.pick('a2');
    model.board.pick('h9');
    expect(line.sent[0]).toMatchObject({ type: 'explain', seat: 1, pressed: ['a2', 'h9'] });
    const refusal = { key: 'archimedes.too-far', text: 'too far', clause: 'Archimedes 3.3', args: {} };
    line.hear({ type: 'explained', id: line.sent[0]!['id'], refusal, meant: null });
    await new Promise((done) => setTimeout(done));
    expect(model.board.refusal).toEqual(refusal);
  });

  it('asks for the next person where a game hides something and a device is shared', async () => {
    const model = await make();
    state('ascension', [1, 2], null);
    expect(model.handOver).toBe(1);
    expect(model.canAct).toBe(false);
    line.hear({
      type: 'event',
      n: 2,
      event: { kind: 'start' },
      view: view('ascension', 0, 1, legal),
      viewing: 1,
      clocks,
      table: table('ascension'),
    });
    expect(model.handOver).toBeNull();
    expect(model.canAct).toBe(true);
    const open = await make();
    state('archimedes', [1, 2], 1);
    expect(open.handOver).toBeNull();
  });

  it('shortens the list when a move is taken back, and forgets answered offers', async () => {
    const model = await make();
    state('archimedes', [1], 1);
    line.hear({
      type: 'event',
      n: 2,
      event: { kind: 'action', ply: 1, seat: 1, t: 'a2-c4' },
      view: view('archimedes', 1, 2, []),
      viewing: 1,
      clocks,
      table: table('archimedes'),
    });
    line.hear({ type: 'event', n: 3, event: { kind: 'offer', what: 'takeback', seat: 1 }, viewing: 1, clocks, table: table('archimedes') });
    expect(model.offers).toEqual([{ what: 'takeback', seat: 1, yes: [1] }]);
    line.hear({
      type: 'event',
      n: 4,
      event: { kind: 'takeback', ply: 1, seat: 1 },
      view: view('archimedes', 0, 1, legal),
      viewing: 1,
      clocks,
      table: table('archimedes'),
    });
    expect(model.moves).toEqual([]);
    expect(model.offers).toEqual([]);
  });

  it.each([
    ['without a clock an engine lets one look', [], false],
    ['with a clock it has waited by itself', [60_000, 60_000], true],
    ['in a hurry nothing waits', [9_000, 60_000], true],
  ])('%s', async (_, left, at_once) => {
    const model = await make();
    const timed = { ...clocks, left, at: Date.now() };
    let rest = (): void => undefined;
    model.board.drawn = { rest: () => new Promise((done) => (rest = done)), settle: () => rest() };
    state('archimedes', [1], 1);
    rest();
    const seats = [{ seat: 2, kind: 'engine' }];
    const event = (ply: number, seat: number): void =>
      line.hear({
        type: 'event',
        n: ply + 1,
        event: { kind: 'action', ply, seat, t: 'a2-c4' },
        view: view('archimedes', ply, 3 - seat, []),
        viewing: 1,
        clocks: timed,
        table: { ...table('archimedes'), seats },
      });
    await vi.waitFor(() => expect(model.pace.playing).toBe(false));
    event(1, 1);
    expect(model.board.view?.ply).toBe(1);
    event(2, 2);
    const short = (left[0] ?? 60_000) < 10_000;
    expect(model.board.view?.ply).toBe(short ? 2 : 1);
    const before = performance.now();
    rest();
    await vi.waitFor(() => expect(model.board.view?.ply).toBe(2));
    expect(performance.now() - before < LOOK).toBe(at_once);
  });

  it('says why a table cannot be opened, and tries no more', async () => {
    refused = { key: 'table.private', text: '', clause: null, args: {} };
    const model = await make(false);
    line.onclose?.();
    await vi.waitFor(() => expect(model.status).toBe('closed'));
    expect(model.barred?.key).toBe('table.private');
    refused = null;
  });
});

describe('looking back', () => {
  it('shows an earlier position, lets nothing be played there, and returns when something happens', async () => {
    const model = await make();
    state('archimedes', [1, 2], 1);
    const event = (ply: number, seat: number): void =>
      line.hear({
        type: 'event',
        n: ply + 1,
        event: { kind: 'action', ply, seat, t: 'a2-c4' },
        view: view('archimedes', ply, 3 - seat, legal),
        viewing: 1,
        clocks,
        table: table('archimedes'),
      });
    event(1, 1);
    event(2, 2);
    await model.lookAt(1);
    expect([model.looking, model.board.view?.ply, model.canAct, model.acting]).toEqual([1, 1, false, 1]);
    model.board.pick('a2');
    expect(model.board.selection.path).toEqual([]);
    await model.lookAt(null);
    expect([model.looking, model.board.view?.ply, model.canAct]).toEqual([null, 2, true]);
    await model.lookAt(0);
    event(3, 1);
    expect([model.looking, model.board.view?.ply]).toEqual([null, 3]);
    expect(model.movers).toEqual([1, 2, 1]);
  });

  it('shows nobody what another at the same device has seen', async () => {
    const model = await make();
    state('ascension', [1, 2], 1);
    line.hear({
      type: 'event',
      n: 2,
      event: { kind: 'action', ply: 1, seat: 1, t: '^d4' },
      view: view('ascension', 1, 1, legal),
      viewing: 1,
      clocks,
      table: table('ascension'),
    });
    await model.lookAt(0);
    expect([model.looking, model.seen(0)]).toEqual([null, null]);
    const alone = await make();
    state('ascension', [1], 1);
    expect(alone.seen(0)?.ply).toBe(0);
  });
});
