import type {
  Asking,
  ChatLine,
  Clocks,
  Command,
  Description,
  EventMessage,
  Explained,
  GameKey,
  Offer,
  OfferKind,
  Over,
  Refusal,
  ServerMessage,
  Table,
  TableEvent,
  View,
} from '../api/types';
import { openSocket, type Line, type Status } from '../api/connection';
import { get } from '../api/http';
import { settled } from '../api/identity.svelte';
import { ApiError } from '../api/refusal';
import { left } from './clock';
import { BoardModel, type BoardOwner, type PickWishes } from './board.svelte';
import { give, seen } from './fair';
import { BREATH, LOOK, Pace } from './pace.svelte';
import type { Ask } from './position.svelte';
import { TableSocket } from './socket';

/** How a table is reached. */
export interface Access {
  /** Waited for before it is opened. */
  ready(): Promise<unknown>;
  open(since: number): Line;
  /** Why it cannot be opened; null if it is worth trying again. */
  refused(): Promise<Refusal | null>;
}

export interface Wishes extends PickWishes {
  /** Which games hide something from some seats. */
  hidden: (game: GameKey) => boolean;
  /** Who looks, once that is known. */
  me?: () => string | null;
  heard?: (event: TableEvent, model: TableModel) => void;
  /** Replays moves from a set-up, to look back at what was not seen here. */
  ask?: Ask;
  /** Whether nothing should move: nobody looks, or they would rather not. */
  still?: () => boolean;
}

/** With less than this on one's clock nothing is waited for, in milliseconds. */
const HASTE = 10_000;

/** Everything one client knows of one table, apart from how it is drawn. */
export class TableModel implements BoardOwner {
  readonly board: BoardModel;
  /** What happens on the board happens one after the other. */
  readonly pace: Pace;
  status: Status = $state('connecting');
  table: Table | null = $state.raw(null);
  viewing: number | null = $state(null);
  mine: number[] = $state.raw([]);
  clocks: Clocks = $state.raw({ left: [], running: null, reply_left: null, at: 0 });
  /** Server time minus ours. */
  skew = $state(0);
  offers: Offer[] = $state.raw([]);
  /** Who wants to join a team that plays. */
  asking: Asking[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  moves: string[] = $state.raw([]);
  /** What each of them does. */
  says: (Description | undefined)[] = $state.raw([]);
  /** Who made each of them, as far as that was seen here. */
  movers: (number | undefined)[] = $state.raw([]);
  /** The position after this many moves is shown instead of the present one; null: the present one. */
  looking: number | null = $state(null);
  spectators = $state(0);
  /** What I have offered, and the seat that has just said no to it. */
  declined: { what: OfferKind; seat: number } | null = $state.raw(null);
  /** Whom the owner of the table lets write no more. */
  muted: ReadonlySet<string> = $state.raw(new Set());
  /** An action is under way to the server. */
  sending: string | null = $state(null);
  /** The table of the rematch, when one has been agreed. */
  next: string | null = $state(null);
  /** The person chose not to be asked any more in this game. */
  passing = $state(false);
  aborted = $state(false);
  /** Why this table cannot be opened. */
  barred: Refusal | null = $state.raw(null);

  readonly #socket: TableSocket;
  /** The position as it is now, whatever is being looked at. */
  #live: View | null = $state.raw(null);
  /** Positions that were seen here, by how many moves led to them. */
  #seen = new Map<number, View>();
  /** Whose action came last. */
  #mover: number | null = null;

  constructor(
    access: Access,
    private readonly wishes: Wishes,
  ) {
    this.board = new BoardModel(this, wishes);
    this.pace = new Pace({
      rest: () => this.board.drawn?.rest() ?? null,
      settle: () => this.board.drawn?.settle(),
      hurried: () => (wishes.still?.() ?? false) || this.#short(),
    });
    this.#socket = new TableSocket({
      ready: access.ready,
      open: access.open,
      heard: (message) => this.#heard(message),
      status: (status) => (this.status = status),
      hopeless: async () => (this.barred = await access.refused()) !== null,
    });
  }

  /** The seat that is to act. */
  get acting(): number | null {
    const turn = this.#live?.turn;
    return this.table?.state === 'live' && turn && 'seat' in turn ? turn.seat : null;
  }
  /** How the game ended; null while it goes on. */
  get over(): Over | null {
    const turn = this.#live?.turn;
    return turn && 'over' in turn ? turn.over : null;
  }
  /** Nothing is played in the past. */
  get frozen(): boolean {
    return this.looking !== null;
  }
  /** The position after `ply` moves, if it was seen here by whoever looks now: people who share a device keep their secrets. */
  seen(ply: number): View | null {
    const shared = this.mine.length > 1 && this.table !== null && this.wishes.hidden(this.table.game);
    return shared ? null : (this.#seen.get(ply) ?? null);
  }
  /** Shows the position after `ply` moves; the present one for null, or when there are no more. */
  async lookAt(ply: number | null): Promise<void> {
    const live = this.#live;
    if (!live || !this.table) return;
    if (ply === null || ply >= live.ply) {
      this.looking = null;
      this.board.show(live);
      return;
    }
    const { game, setup } = this.table;
    // What was hidden when it was played is not asked for.
    const unseen = !this.seen(ply) && !this.wishes.hidden(game);
    const asked = unseen ? this.wishes.ask?.(game, setup, this.moves.slice(0, ply)).catch(() => null) : null;
    const kept = this.seen(ply) ?? (await asked) ?? null;
    if (!kept || this.#live !== live) return;
    this.#seen.set(ply, kept);
    this.looking = ply;
    this.board.show(kept);
  }
  /** The seat to act if it is one of mine. */
  get toAct(): number | null {
    const seat = this.acting;
    return seat !== null && this.mine.includes(seat) ? seat : null;
  }
  get asked(): boolean {
    const turn = this.#live?.turn;
    return turn !== undefined && 'kind' in turn && turn.kind === 'reply' && this.toAct !== null;
  }
  /** Several people share this device, the game hides something, and the next of them must come to the screen. */
  get handOver(): number | null {
    const seat = this.toAct;
    if (seat === null || !this.table || this.mine.length < 2 || !this.wishes.hidden(this.table.game)) return null;
    return this.viewing === seat ? null : seat;
  }
  /** Something is on its way to the table, or came from it and is not yet shown. */
  get unsettled(): boolean {
    return this.sending !== null || this.pace.waiting;
  }
  /** Why whoever sits here cannot act now; null if they can, or need not be told. */
  get idle(): Refusal | null {
    if (this.mine.length === 0 || !this.table || this.handOver !== null) return null;
    if (this.table.state === 'open') return said('table.not-started');
    if (this.over || this.aborted) return said('table.over');
    if (this.frozen) return said('client.past');
    return this.toAct === null ? said('table.not-your-turn') : null;
  }
  get canAct(): boolean {
    return this.toAct !== null && this.handOver === null && !this.frozen && this.board.legal.length > 0 && this.sending === null;
  }

  /** Plays a token, or says why it cannot be played. */
  async act(t: string): Promise<boolean> {
    const seat = this.toAct;
    const { board } = this;
    if (seat === null) board.refusal = this.idle;
    if (seat === null || !board.view || this.sending) return false;
    if (this.frozen) await this.lookAt(null);
    board.refusal = null;
    this.sending = t;
    const answer = await this.#socket.send({ type: 'act', ply: board.view.ply, seat, t });
    this.sending = null;
    if (!answer.ok) board.refuse(answer.error);
    board.resume();
    return answer.ok;
  }

  // The rest of the table

  async say(text: string): Promise<void> {
    await this.#tell({ type: 'chat', text });
  }
  offer = (what: OfferKind): Promise<void> => this.#tell({ type: 'offer', what });
  answer = (what: OfferKind, yes: boolean): Promise<void> => this.#tell({ type: 'answer', what, yes });
  /** Whether whoever looks made this table. */
  get isOwner(): boolean {
    return this.table !== null && this.table.owner === this.wishes.me?.();
  }

  mute = (person: string, on: boolean): Promise<void> => this.#tell({ type: 'mute', person, on });
  /** Asks a team that plays to be let in. */
  ask = (seat: number): Promise<void> => this.#tell({ type: 'ask', seat });
  admit = (seat: number, person: string, yes: boolean): Promise<void> => this.#tell({ type: 'admit', seat, person, yes });
  /** Whether whoever looks is the first of the team on this seat. */
  isCaptain(seat: number): boolean {
    const people = this.table?.seats[seat - 1]?.people ?? [];
    return people[0] !== undefined && people[0].id === this.wishes.me?.();
  }
  rematch = (): Promise<void> => this.#tell({ type: 'rematch' });
  abort = (): Promise<void> => this.#tell({ type: 'abort' });
  look = (seat: number): Promise<void> => this.#tell({ type: 'look', seat });
  async resign(): Promise<void> {
    const seat = this.toAct ?? this.mine[0];
    if (seat !== undefined) await this.#tell({ type: 'resign', seat });
  }
  async passReplies(always: boolean): Promise<void> {
    this.passing = always;
    for (const seat of this.mine) await this.#tell({ type: 'pass_replies', seat, always });
  }
  /** Whether something is under way, to the server or on the board. */
  get busy(): boolean {
    return this.#socket.busy || this.board.selection.path.length > 0;
  }
  wake(): void {
    this.#socket.wake();
  }
  close(): void {
    this.#socket.close();
  }

  async #tell(command: Command): Promise<void> {
    const answer = await this.#socket.send(command);
    if (!answer.ok) this.board.refusal = answer.error;
  }

  async explain(pressed: string[]): Promise<Explained> {
    const seat = this.toAct;
    return seat === null ? { refusal: null, meant: null } : this.#socket.explain(seat, pressed);
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        // Whatever waits is older than this.
        this.pace.skip();
        this.pace.push(() => this.#state(message));
        break;
      case 'event':
        this.#queue(message);
        break;
      case 'presence':
        this.spectators = message.spectators;
        if (this.table) {
          const online = new Map(message.seats.map(({ seat, online }) => [seat, online]));
          const seats = this.table.seats.map((seat) => ({ ...seat, online: online.get(seat.seat) ?? seat.online }));
          this.table = { ...this.table, seats };
        }
        break;
      case 'ack':
      case 'explained':
      case 'refused':
      // The socket hands these to whoever asked.
    }
  }

  #state(message: Extract<ServerMessage, { type: 'state' }>): void {
    this.table = message.table;
    this.mine = message.mine;
    this.offers = message.offers;
    this.asking = message.asking;
    this.chat = message.chat;
    this.moves = message.moves;
    this.says = message.says;
    this.spectators = message.spectators;
    this.#see(message);
    this.#deal(message.table);
    this.board.resume();
  }

  /** What changes the board waits until the board has come to rest, so that whoever looks can follow. */
  #queue(message: EventMessage): void {
    const { event } = message;
    if (!BOARD.has(event.kind)) {
      this.#event(message);
      return;
    }
    const own = event.kind === 'action' && this.mine.includes(event.seat);
    // Whoever acts has seen enough of what came before.
    if (own) this.pace.skip();
    const pause = event.kind === 'action' && !own ? this.#pause(event.seat) : 0;
    if (event.kind === 'action') this.#mover = event.seat;
    this.pace.push(() => this.#event(message), pause);
  }

  /** How long to look at what lies there before this seat's next action is shown. An engine with a clock waits by itself. */
  #pause(seat: number): number {
    if (this.clocks.left.length > 0) return 0;
    if (this.#mover === seat) return BREATH;
    return this.table?.seats.find((one) => one.seat === seat)?.kind === 'engine' ? LOOK : 0;
  }

  /** Whether one of mine is short of time. */
  #short(): boolean {
    return this.mine.some((seat) => (left(this.clocks, seat, Date.now(), this.skew) ?? HASTE) < HASTE);
  }

  #event(message: EventMessage): void {
    const { event } = message;
    if (message.table) this.table = message.table;
    this.#see(message);
    switch (event.kind) {
      case 'sit':
        this.asking = this.asking.filter((asking) => asking.person.id !== event.person.id);
        if (event.person.id === this.wishes.me?.()) this.mine = [...this.mine.filter((seat) => seat !== event.seat), event.seat].sort();
        break;
      case 'stand':
        if (event.person.id === this.wishes.me?.()) this.mine = this.mine.filter((seat) => seat !== event.seat);
        break;
      case 'action':
        this.moves = [...this.moves.slice(0, event.ply - 1), event.t];
        this.says = [...this.says.slice(0, event.ply - 1), message.says];
        this.movers = Object.assign([...this.movers], { [event.ply - 1]: event.seat });
        this.offers = [];
        this.declined = null;
        break;
      case 'takeback':
        this.moves = this.moves.slice(0, this.#live?.ply ?? 0);
        this.says = this.says.slice(0, this.#live?.ply ?? 0);
        this.offers = [];
        break;
      case 'offer':
        this.declined = null;
        this.offers = offered(this.offers, event.what, event.seat);
        break;
      case 'decline':
        if (this.offers.some((offer) => offer.what === event.what && this.mine.includes(offer.seat)))
          this.declined = { what: event.what, seat: event.seat };
        this.offers = this.offers.filter((offer) => offer.what !== event.what);
        break;
      case 'chat':
        this.chat = [...this.chat, { n: message.n, from: event.from, person: event.person, text: event.text, at: message.clocks.at }];
        break;
      case 'mute': {
        const rest = [...this.muted].filter((person) => person !== event.person);
        this.muted = new Set(event.on ? [...rest, event.person] : rest);
        break;
      }
      case 'rematch':
        this.next = event.table;
        break;
      case 'abort':
        this.asking = [];
        this.aborted = true;
        break;
      case 'draw':
      case 'over':
        this.asking = [];
        this.offers = [];
        this.declined = null;
        break;
      case 'resign':
      case 'time':
        this.offers = [];
        this.declined = null;
        break;
      case 'ask':
        this.asking = [...this.asking, { seat: event.seat, person: event.person }];
        break;
      case 'turn_away':
        this.asking = this.asking.filter((asking) => asking.person.id !== event.person.id);
        break;
      case 'nonce':
      case 'start':
      // The view says what these did.
    }
    this.wishes.heard?.(event, this);
    this.board.resume();
  }

  /** A promise is kept when it is first seen, and what our seats owe to the deal is given. */
  #deal(table: Table): void {
    seen(table);
    void give(table, this.mine);
  }

  #see(message: { view?: View; viewing?: number | null; clocks?: Clocks }): void {
    if (message.clocks) {
      this.clocks = message.clocks;
      this.skew = message.clocks.at - Date.now();
    }
    if (message.viewing !== undefined) this.viewing = message.viewing;
    if (message.view) {
      this.board.refusal = null;
      this.#live = message.view;
      this.#seen.set(message.view.ply, message.view);
      this.looking = null;
      this.board.show(message.view);
    }
  }
}

/** What is said without asking the table; the text is for those who have no catalogue. */
const said = (key: string): Refusal => ({ key, text: key, clause: null, args: {} });

/** Events that change the board. */
const BOARD: ReadonlySet<TableEvent['kind']> = new Set<TableEvent['kind']>(['action', 'takeback', 'resign', 'time', 'draw', 'over']);

/** Offers after a seat has asked for something, or said yes to what another has asked for. */
function offered(offers: Offer[], what: OfferKind, seat: number): Offer[] {
  const before = offers.find((offer) => offer.what === what);
  const now = before ? { ...before, yes: [...before.yes, seat] } : { what, seat, yes: [seat] };
  return [...offers.filter((offer) => offer !== before), now];
}

/** A table of the server, by its id and the invitation that a private one wants. */
export function accessTo(id: string, invite: string | null): Access {
  const query = (more: Record<string, string>): URLSearchParams => new URLSearchParams({ ...more, ...(invite ? { invite } : {}) });
  return {
    ready: settled,
    open: (since) => openSocket(`/tables/${id}/socket?${query({ since: String(since) })}`),
    async refused() {
      try {
        // A socket opens to nobody: if we are nobody any more, to ask settles that.
        await get('/me');
        await get(`/tables/${id}?${query({})}`);
        return null;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // A server that is away, busy or restarting says nothing about the table.
        const lasting = error.status >= 400 && error.status < 500 && error.status !== 429;
        return lasting ? error.refusal : null;
      }
    },
  };
}
