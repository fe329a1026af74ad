/** What the server says: a mirror of docs/views.md and docs/socket.md. Nothing here is a rule. */

export type GameKey = 'axiom' | 'abraxas' | 'archimedes' | 'ascension';
export const GAME_KEYS: readonly GameKey[] = ['axiom', 'abraxas', 'archimedes', 'ascension'];

/** An action and what it touches, first to last. */
export interface LegalMove {
  t: string;
  at: string[];
  via?: string[];
}

export interface Over {
  /** One share a seat: `1`, `0`, `1/2` … */
  result: string[];
  /** A clause of the game's rules, or `resign`, `time` or `agreed`. */
  by: string;
}

export type Turn = { seat: number; kind: 'move' | 'reply' } | { over: Over };

export interface ViewOf<K extends GameKey, B> {
  game: K;
  setup: string;
  ply: number;
  seats: number;
  turn: Turn;
  board: B;
  legal: LegalMove[];
  last: LegalMove | null;
}

// Archimedes

export interface ArchimedesCube {
  cell: string;
  seat: number;
  distance: number;
  lines: [string[], string[], string[]];
  barred: string[];
  left: boolean;
  reached: boolean;
}
export interface ArchimedesSide {
  seat: number;
  start: string[];
  goal: string[];
  steps: number;
  home: number;
  out: boolean;
}
export interface ArchimedesBoard {
  cubes: ArchimedesCube[];
  sides: ArchimedesSide[];
  actions: number;
  limit: number;
}

// Abraxas

export type Corner = 'SW' | 'SE' | 'NE' | 'NW';
export interface AbraxasLine {
  cells: string[];
  holes: string[];
}
export interface AbraxasBoard {
  dots: string[];
  plate: Corner | null;
  stones: string[];
  stops: string[];
  supply: number;
  taken: [number, number];
  stop_stones: [number, number];
  target: number;
  quiet: number;
  quiet_limit: number;
  phase: 'corner' | 'place' | 'take' | 'reply';
  extra: boolean;
  pending: { hole: string; from: string | null } | null;
  lines: AbraxasLine[];
  red: string[];
}

// Axiom

export type Direction = 'x+' | 'x-' | 'y+' | 'y-' | 'z+' | 'z-';
export interface AxiomCube {
  cell: string;
  x: number;
  y: number;
  z: number;
  seat: number;
  domes: Direction[];
  free: boolean;
}
export interface AxiomSceptre {
  face: string;
  cell: string;
  dir: Direction;
  seat: number;
}
export interface AxiomBoard {
  cubes: AxiomCube[];
  sceptres: AxiomSceptre[];
  taken: { single: number; double: number }[];
  no_stop: { face: string; why: string }[];
  quiet: number;
  quiet_limit: number;
}

// Ascension

export type PieceKind = 'cube' | 'half' | 'joker' | 'pillar';
export type Face = 'T' | 'C' | 'S' | 'E' | 'L' | 'M' | 'R' | 'K' | 'B' | 'G' | 'J' | '.' | '?';
export interface AscensionPiece {
  piece: number;
  kind: PieceKind;
  face: Face;
  shows: boolean;
}
export interface AscensionCell {
  cell: string;
  height: number;
  /** From bottom to top. */
  stack: AscensionPiece[];
  pawn: number | null;
  corner: Face | null;
  barred: boolean;
}
export interface AscensionPlayer {
  seat: number;
  figure: Face;
  corner: string;
  pawn: string | null;
  plain: number;
  figured: number;
  joker: boolean;
  summit: boolean;
  starts: number | null;
  rests: boolean;
  out: boolean;
}
export interface AscensionBoard {
  cells: AscensionCell[];
  players: AscensionPlayer[];
  phase: 'pick' | 'place' | 'step' | 'spring';
  hand: (AscensionPiece & { from: string }) | null;
  leader: number | null;
  /** `aside`, `hand`, a cell or `gone`. */
  joker: { at: string };
  round: number;
  round_limit: number;
  added: boolean;
  springs: string[];
}

export interface Boards {
  axiom: AxiomBoard;
  abraxas: AbraxasBoard;
  archimedes: ArchimedesBoard;
  ascension: AscensionBoard;
}
export type View = { [K in GameKey]: ViewOf<K, Boards[K]> }[GameKey];

// HTTP

export interface Refusal {
  key: string;
  text: string;
  clause: string | null;
  args: Record<string, string>;
}

export interface Me {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
  games: number;
}

export interface OptionInfo {
  key: string;
  choices: string[];
  default: string;
  range: [number, number] | null;
  text: boolean;
  help: string;
}

export interface GameInfo {
  key: GameKey;
  name: string;
  author: string;
  year: number;
  seats: [number, number];
  hidden: boolean;
  options: OptionInfo[];
  levels: number[];
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'fischer'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type SeatWish =
  | { kind: 'open' }
  | { kind: 'me' }
  | { kind: 'device' }
  | { kind: 'engine'; level: number }
  | { kind: 'person'; name: string }
  | { kind: 'team' };

export interface NewTable {
  game: GameKey;
  setup: string;
  seats: SeatWish[];
  clock: Clock;
  reply_seconds: number;
  rated: boolean;
  private: boolean;
}

export interface MadeTable {
  id: string;
  invite: string;
  link: string;
}

export interface Person {
  id: string;
  name: string;
}

export interface TableSeat {
  seat: number;
  kind: SeatWish['kind'];
  people: Person[];
  level: number | null;
  /** The name the seat is kept for, until its owner sits down. */
  reserved: string | null;
  online: boolean;
}

export interface Table {
  id: string;
  game: GameKey;
  setup: string;
  seats: TableSeat[];
  state: 'open' | 'live' | 'over';
  clock: Clock;
  reply_seconds: number;
  rated: boolean;
  private: boolean;
  ply: number;
  turn: Turn | null;
  created: string;
  result: string[] | null;
  by: string | null;
  commit: string | null;
}

// The socket of a table

export interface Clocks {
  /** Milliseconds a seat has left as of `at`; empty without a clock. */
  left: number[];
  running: number | null;
  reply_left: number | null;
  /** Server time, in milliseconds. */
  at: number;
}

export type OfferKind = 'draw' | 'takeback' | 'rematch';
export interface Offer {
  what: OfferKind;
  seat: number;
  /** The seats that said yes, the asker's among them. */
  yes: number[];
}
export interface ChatLine {
  n?: number;
  from: string;
  person: string;
  text: string;
  at?: number;
}

export type TableEvent =
  | { kind: 'sit' | 'stand'; seat: number; person: Person }
  | { kind: 'start' | 'draw' | 'abort' }
  /** `ply` counts from 1. */
  | { kind: 'action'; ply: number; seat: number; t: string }
  | { kind: 'resign' | 'time'; seat: number }
  | { kind: 'takeback'; ply: number; seat: number }
  | { kind: 'offer' | 'decline'; what: OfferKind; seat: number }
  | { kind: 'chat'; from: string; person: string; text: string }
  | { kind: 'mute'; person: string; on: boolean }
  | { kind: 'rematch'; table: string }
  | { kind: 'over'; result: string[]; by: string };

export interface StateMessage {
  type: 'state';
  n: number;
  table: Table;
  view: View;
  viewing: number | null;
  mine: number[];
  clocks: Clocks;
  offers: Offer[];
  chat: ChatLine[];
  moves: string[];
  spectators: number;
}
export interface EventMessage {
  type: 'event';
  n: number;
  event: TableEvent;
  view?: View;
  viewing?: number | null;
  clocks?: Clocks;
  table?: Table;
}
export type ServerMessage =
  | StateMessage
  | EventMessage
  | { type: 'ack'; id: string; n: number }
  | { type: 'refused'; id: string; error: Refusal }
  | { type: 'presence'; seats: { seat: number; online: boolean }[]; spectators: number }
  | { type: 'explained'; id: string; refusal: Refusal | null };

export type Command =
  | { type: 'act'; ply: number; seat: number; t: string }
  | { type: 'explain'; seat: number; t: string }
  | { type: 'resign'; seat: number }
  | { type: 'offer'; what: OfferKind }
  | { type: 'answer'; what: OfferKind; yes: boolean }
  | { type: 'chat'; text: string }
  | { type: 'mute'; person: string; on: boolean }
  | { type: 'rematch' }
  | { type: 'abort' }
  | { type: 'look'; seat: number }
  | { type: 'pass_replies'; seat: number; always: boolean };

export type LobbyMessage =
  | { type: 'tables'; tables: Table[] }
  | { type: 'table'; table: Table }
  | { type: 'gone'; id: string };

// People

export interface Session {
  id: string;
  agent: string;
  created: string;
  current: boolean;
}
export interface Bot {
  id: string;
  name: string;
  created: string;
}
export interface MadeBot {
  id: string;
  name: string;
  token: string;
}
export type Pace = 'fast' | 'slow' | 'days' | 'untimed';
export interface Rating {
  game: GameKey;
  pace: Pace;
  rating: number;
  deviation: number;
  games: number;
}
export interface Profile {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
  created: string;
  games: number;
  ratings: Rating[];
}
export interface Ranked {
  name: string;
  kind: string;
  rating: number;
  deviation: number;
  games: number;
}
/** A finished game. */
export interface RecordLine {
  id: string;
  game: GameKey;
  /** Who sat where; an engine's seat has nobody. */
  seats: Person[][];
  ply: number;
  result: string[];
  by: string;
  rated: boolean;
  ended: string;
}
