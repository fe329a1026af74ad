import { beforeEach, expect, it, vi } from 'vitest';
import type { NewTable } from '../api/types';
import type { LocalTable, Module } from './module';
import type { TableStore } from './store';
import { Tables } from './tables';
import type { Kept, Visitor, Wanted } from './wire';

/** A game in which seats say numbers in turn; the second is the engine's. */
class FakeTable implements LocalTable {
  constructor(
    readonly id: string,
    readonly said: string[],
    readonly closes: number | undefined,
  ) {}
  #event = (t: string): string => {
    this.said.push(t);
    const kind = t === 'end' ? 'over' : 'action';
    return JSON.stringify([{ type: 'event', n: this.said.length, event: { kind, t } }]);
  };
  open = (): string => JSON.stringify({ type: 'state', n: this.said.length, table: { id: this.id }, moves: this.said });
  hear(text: string): string {
    const { id, t, ply } = JSON.parse(text) as { id: string; t: string; ply: number };
    if (ply !== this.said.length) return JSON.stringify([{ type: 'refused', id, error: { key: 'late' } }]);
    return this.#event(t);
  }
  tick = (now: number): string => (this.closes !== undefined && now >= this.closes ? this.#event('late') : '[]');
  deadline = (): number | undefined => (this.said.includes('late') ? undefined : this.closes);
  saved = (): string => JSON.stringify({ id: this.id, said: this.said });
  record = (): string => this.said.join(' ');
  finished = (): string => JSON.stringify(this.said.includes('end') ? { id: this.id, steps: this.said } : null);
  wants = (): string =>
    JSON.stringify(this.said.length % 2 === 1 ? { epoch: this.said.length, game: 'axiom', setup: '', moves: this.said, level: 1 } : null);
  engine_move = (epoch: number, token: string): string => (epoch === this.said.length ? this.#event(token) : '[]');
  rematch = (): LocalTable | undefined =>
    this.said.at(-1) === 'again' && this.id === 'l_1' ? new FakeTable('l_2', [], closes) : undefined;
  free(): void {}
}

let closes: number | undefined;
const module: Module = {
  ask: () => '',
  learn: () => true,
  think: () => '',
  analyse: () => undefined,
  attempt: () => '',
  LocalTable: {
    create(wish) {
      if ((JSON.parse(wish) as NewTable).seats.length === 0)
        throw new Error(JSON.stringify({ status: 422, body: { error: { key: 'table.bad' } } }));
      return new FakeTable('l_1', [], closes);
    },
    restore(saved) {
      const { id, said } = JSON.parse(saved) as { id: string; said: string[] };
      return new FakeTable(id, said, closes);
    },
  },
};
const me: Visitor = { id: 'here', name: '', account: false };
const wish = { game: 'axiom', seats: [{ kind: 'me' }] } as unknown as NewTable;
const act = (t: string, ply: number): string => JSON.stringify({ id: `c${ply}`, type: 'act', t, ply, seat: 1 });

/** What this browser keeps, and a tab. */
const kept = new Map<string, Kept>();
const tableStore: TableStore = {
  get: async (id) => kept.get(id),
  async put(id, table) {
    if ((kept.get(id)?.n ?? -1) >= table.n) return false;
    kept.set(id, table);
    return true;
  },
  drop: async (id) => void kept.delete(id),
  prune: async () => undefined,
};
function tab() {
  const heard: { type: string; moves?: string[]; event?: { t: string } }[] = [];
  const wanted: (Wanted | null)[] = [];
  const [ended, lost]: [string[], string[]] = [[], []];
  const page = {
    heard: (_: string, messages: string[]) => void heard.push(...messages.map((text) => JSON.parse(text) as (typeof heard)[number])),
    wanted: (_: string, wish: Wanted | null) => void wanted.push(wish),
    ended: (id: string) => void ended.push(id),
    lost: (id: string) => void lost.push(id),
  };
  return { tables: new Tables(module, tableStore, page), heard, wanted, ended, lost };
}

beforeEach(() => {
  kept.clear();
  closes = undefined;
});

it('what happens is kept, and a reload goes on from there', async () => {
  const { tables, heard } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  await tables.say('l_1', act('a', 0));
  expect(heard.map(({ type }) => type)).toEqual(['state', 'event']);
  expect(kept.get('l_1')).toMatchObject({ n: 1, table: { id: 'l_1' } });

  const again = tab();
  await again.tables.open('l_1', me);
  expect(again.heard).toMatchObject([{ type: 'state', moves: ['a'] }]);
  expect(await again.tables.record('l_1', me)).toBe('a');
});

it('the engine is asked once for each turn of its own, and what it finds too late is dropped', async () => {
  const { tables, wanted, heard } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  expect(wanted).toEqual([]);
  await tables.say('l_1', act('a', 0));
  await tables.say('l_1', act('too late', 0));
  expect(wanted).toMatchObject([{ epoch: 1, moves: ['a'], level: 1 }]);
  await tables.found('l_1', 1, 'b');
  await tables.found('l_1', 1, 'c');
  expect(wanted.at(-1)).toBe(null);
  expect(heard.flatMap(({ event }) => event?.t ?? [])).toEqual(['a', 'b']);
});

it.each([
  ['an engine whose clock runs lets one look in its own time', 60_000, 600],
  ['short of time it waits for nothing', 9_000, 0],
  ['without a clock the page sees to that', undefined, 0],
])('%s', async (_, left, waits) => {
  vi.useFakeTimers();
  closes = left === undefined ? undefined : Date.now() + left;
  const { tables, heard } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  await tables.say('l_1', act('a', 0));
  void tables.found('l_1', 1, 'b');
  const said = (): string[] => heard.flatMap(({ event }) => event?.t ?? []);
  if (waits > 0) {
    await vi.advanceTimersByTimeAsync(waits - 1);
    expect(said()).toEqual(['a']);
  }
  await vi.advanceTimersByTimeAsync(waits > 0 ? 1 : 0);
  expect(said()).toEqual(['a', 'b']);
  vi.useRealTimers();
});

it('of two tabs the later one plays on what the first has left', async () => {
  const [one, two] = [tab(), tab()];
  await one.tables.make(wish, me);
  await one.tables.open('l_1', me);
  await two.tables.open('l_1', me);
  await one.tables.say('l_1', act('a', 0));
  await two.tables.say('l_1', act('b', 0));
  expect(two.heard.map(({ type }) => type)).toEqual(['state', 'state', 'refused']);
  expect(two.heard[1]).toMatchObject({ moves: ['a'] });
  await one.tables.found('l_1', 1, 'x');
  await two.tables.again('l_1');
  expect(two.heard.at(-1)).toMatchObject({ type: 'state', moves: ['a', 'x'] });
});

it('what the time brings about happens by itself', async () => {
  vi.useFakeTimers();
  closes = Date.now() + 5000;
  const { tables, heard } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  await vi.advanceTimersByTimeAsync(4999);
  expect(heard).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard[1]).toMatchObject({ event: { t: 'late' } });
  vi.useRealTimers();
});

it('a rematch is a table of its own', async () => {
  const { tables, heard } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  await tables.say('l_1', act('again', 0));
  expect(kept.get('l_2')).toMatchObject({ n: 0 });
  await tables.open('l_2', me);
  expect(heard.at(-1)).toMatchObject({ type: 'state', moves: [] });
});

it('a table that is not kept here, and one that the rules refuse, are refused', async () => {
  const { tables } = tab();
  await expect(tables.open('l_2', me)).rejects.toMatchObject({ status: 404, refusal: { key: 'table.not-found' } });
  await expect(tables.make({ ...wish, seats: [] }, me)).rejects.toMatchObject({ status: 422, refusal: { key: 'table.bad' } });
});

it('a game that is over is told of, and can be had for an account', async () => {
  const { tables, ended } = tab();
  await tables.make(wish, me);
  await tables.open('l_1', me);
  await tables.say('l_1', act('a', 0));
  expect(await tables.finished('l_1', me)).toBe(null);
  expect(ended).toEqual([]);
  await tables.found('l_1', 1, 'end');
  expect(ended).toEqual(['l_1']);
  const later = tab();
  expect(await later.tables.finished('l_1', me)).toEqual({ id: 'l_1', steps: ['a', 'end'] });
});

it('a table that is dropped does not come back, neither by the engine nor in another tab', async () => {
  const [one, two] = [tab(), tab()];
  await one.tables.make(wish, me);
  await one.tables.open('l_1', me);
  await two.tables.open('l_1', me);
  await one.tables.say('l_1', act('a', 0));
  await one.tables.drop('l_1');
  await one.tables.found('l_1', 1, 'b');
  expect(kept.has('l_1')).toBe(false);
  await two.tables.again('l_1');
  expect(two.lost).toEqual(['l_1']);
  await two.tables.say('l_1', act('c', 0));
  expect(kept.has('l_1')).toBe(false);
});
