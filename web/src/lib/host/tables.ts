import { ApiError } from '../api/refusal';
import type { FinishedGame, NewTable, ServerMessage } from '../api/types';
import { asked, seed, type LocalTable, type Module } from './module';
import type { TableStore } from './store';
import type { PageCalls, Visitor, Wanted } from './wire';

interface Open {
  table: LocalTable;
  visitor: Visitor;
  timer?: ReturnType<typeof setTimeout>;
  /** The epoch that the engine was last asked for. */
  wanted?: number | undefined;
  /** Before this an engine whose clock runs does not act: in its own time it lets one look at what was played before. */
  shown?: number | undefined;
}

/** As long as a timer may be set at all. */
const LONGEST = 2 ** 31 - 1;

/** How long an engine whose clock runs lets one look, and with how little time left it does not, in milliseconds. */
const LOOK = 600;
const HASTE = 10_000;

/** Hosts the tables of this browser: what happens is kept before the page is told of it. */
export class Tables {
  readonly #open = new Map<string, Open>();
  /** One thing after the other: what is kept is waited for. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly module: Module,
    private readonly tableStore: TableStore,
    private readonly page: PageCalls,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes a table and answers with its id. */
  make(wish: NewTable, visitor: Visitor): Promise<string> {
    return this.#alone(async () => {
      const table = asked(() => this.module.LocalTable.create(JSON.stringify(wish), JSON.stringify(visitor), seed(), this.now()));
      return this.#add(table, visitor);
    });
  }

  open(id: string, visitor: Visitor): Promise<void> {
    return this.#alone(async () => {
      const table = this.#open.get(id)?.table ?? (await this.#restore(id, visitor));
      this.#open.set(id, { table, visitor });
      await this.#happen(id, (here) => here.tick(this.now()), true);
    });
  }

  say = (id: string, text: string): Promise<void> => this.#alone(() => this.#happen(id, (table) => table.hear(text, this.now())));
  async found(id: string, epoch: number, token: string): Promise<void> {
    const wait = (this.#open.get(id)?.shown ?? 0) - this.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    await this.#alone(() => this.#happen(id, (table) => table.engine_move(epoch, token, this.now())));
  }

  close(id: string): void {
    const open = this.#open.get(id);
    clearTimeout(open?.timer);
    this.#open.delete(id);
    open?.table.free();
  }

  record = (id: string, visitor: Visitor): Promise<string> => this.#alone(() => this.#look(id, visitor, (table) => table.record()));
  finished = (id: string, visitor: Visitor): Promise<FinishedGame | null> =>
    this.#alone(() => this.#look(id, visitor, (table) => JSON.parse(table.finished()) as FinishedGame | null));

  drop(id: string): Promise<void> {
    return this.#alone(() => {
      this.close(id);
      return this.tableStore.drop(id);
    });
  }

  /** Another tab has played on at a table, which is read anew, or has dropped it. */
  again(id: string): Promise<void> {
    return this.#alone(async () => {
      if (!this.#open.has(id)) return;
      if (await this.tableStore.get(id)) return this.#reread(id);
      this.close(id);
      this.page.lost(id);
    });
  }

  /** Looks at a table, open or not. */
  async #look<T>(id: string, visitor: Visitor, look: (table: LocalTable) => T): Promise<T> {
    const open = this.#open.get(id)?.table;
    const table = open ?? (await this.#restore(id, visitor));
    const seen = look(table);
    if (!open) table.free();
    return seen;
  }

  /** Lets something happen at a table. If another tab was faster, it is tried again on what that has left. */
  async #happen(id: string, run: (table: LocalTable) => string, state = false): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    const messages = JSON.parse(asked(() => run(open.table))) as ServerMessage[];
    const changed = messages.some(({ type }) => type === 'event');
    const next = open.table.rematch();
    if (next) await this.#add(next, open.visitor);
    if (changed && !(await this.#keep(id, open.table))) {
      await this.#reread(id);
      return this.#happen(id, run);
    }
    if (this.#open.get(id) !== open) return;
    const said = state ? [open.table.open(this.now())] : messages.map((message) => JSON.stringify(message));
    if (said.length > 0) this.page.heard(id, said);
    if (messages.some((message) => message.type === 'event' && message.event.kind === 'over')) this.page.ended(id);
    this.#expect(id, open);
  }

  async #reread(id: string): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    const { visitor } = open;
    this.close(id);
    const table = await this.#restore(id, visitor);
    const again: Open = { table, visitor };
    this.#open.set(id, again);
    this.page.heard(id, [table.open(this.now())]);
    this.#expect(id, again);
  }

  /** What is to come by itself: the engine's action, or what the time brings about. */
  #expect(id: string, open: Open): void {
    clearTimeout(open.timer);
    const due = open.table.deadline();
    if (due !== undefined) {
      const wait = Math.min(LONGEST, Math.max(0, due - this.now()));
      open.timer = setTimeout(() => void this.#alone(() => this.#happen(id, (table) => table.tick(this.now()))), wait);
    }
    const wanted = JSON.parse(open.table.wants(this.now())) as Wanted | null;
    if (wanted?.epoch === open.wanted) return;
    open.wanted = wanted?.epoch;
    open.shown = due !== undefined && due - this.now() >= HASTE ? this.now() + LOOK : undefined;
    this.page.wanted(id, wanted);
  }

  async #restore(id: string, visitor: Visitor): Promise<LocalTable> {
    const kept = await this.tableStore.get(id);
    if (!kept) throw new ApiError(404, { key: 'table.not-found', text: 'there is no such table', clause: null, args: {} });
    return asked(() => this.module.LocalTable.restore(kept.saved, JSON.stringify(visitor), this.now()));
  }

  async #add(made: LocalTable, visitor: Visitor): Promise<string> {
    const { id } = this.#state(made).table;
    this.#open.set(id, { table: made, visitor });
    await this.#keep(id, made);
    await this.tableStore.prune(this.now());
    return id;
  }

  async #keep(id: string, open: LocalTable): Promise<boolean> {
    const { table, n, view } = this.#state(open);
    const kept = { table, n, saved: open.saved(this.now()), changed: this.now() };
    return this.tableStore.put(id, view ? { ...kept, view: { ...view, legal: [] } } : kept);
  }

  #state = (table: LocalTable): Extract<ServerMessage, { type: 'state' }> => JSON.parse(table.open(this.now())) as never;

  #alone<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(run);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
