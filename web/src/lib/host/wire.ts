import type { Analysis, Attempt, Attempted, EngineLine, FinishedGame, GameKey, NewTable, Table, View } from '../api/types';

/** Whom the table takes for the person at this browser. */
export interface Visitor {
  id: string;
  name: string;
  account: boolean;
}

/** A table as this browser keeps it. */
export interface Kept {
  table: Table;
  /** The number of its last event. */
  n: number;
  /** All of it, as the module writes it. */
  saved: string;
  /** When something last happened, in milliseconds since 1970. */
  changed: number;
  /** The id that an account keeps it by, once it was sent to one; empty if it was refused there. */
  sent?: string;
  /** How it stands, for whoever is at this browser, without what they may do. */
  view?: View;
}

/** What the engine is asked: a position, and how hard to think. */
export interface Wish {
  game: GameKey;
  setup: string;
  moves: string[];
  /** As an engine seat of this level, or for this many seconds. */
  level?: number;
  seconds?: number;
  lines?: number;
  seed?: number;
}
export interface Thought {
  lines: EngineLine[];
  /** What it would play. */
  t: string | null;
}

/** An engine seat is on turn. */
export type Wanted = Wish & { epoch: number };

/** What the worker that hosts tables does for the page. */
export type HostCalls = {
  load(module: WebAssembly.Module): void;
  ask(path: string, body: string): unknown;
  make(wish: NewTable, visitor: Visitor): Promise<string>;
  open(id: string, visitor: Visitor): Promise<void>;
  say(id: string, text: string): Promise<void>;
  /** What the engine found for a seat; nothing happens if the game has moved on. */
  found(id: string, epoch: number, token: string): Promise<void>;
  close(id: string): void;
  record(id: string, visitor: Visitor): Promise<string>;
  /** The game for an account that keeps it; null if it is not over. */
  finished(id: string, visitor: Visitor): Promise<FinishedGame | null>;
  /** Forgets a table for good. */
  drop(id: string): Promise<void>;
};

/** What the page hears from it. */
export type PageCalls = {
  /** Messages of a table as text. */
  heard(id: string, messages: string[]): void;
  /** The engine is wanted there, or no longer. */
  wanted(id: string, wish: Wanted | null): void;
  /** Its game has come to its end. */
  ended(id: string): void;
  /** Another tab has dropped it. */
  lost(id: string): void;
};

/** What the worker that thinks does for the page; to stop it, the page ends it. */
export type EngineCalls = {
  load(module: WebAssembly.Module): void;
  think(wish: Wish): Promise<Thought>;
  analyse(record: string): Promise<void>;
  attempt(wish: Attempt): Attempted;
};
/** What the page hears while it does. */
export type ThinkerCalls = {
  lines(lines: EngineLine[]): void;
  step(analysis: Analysis): void;
  /** Hands over the file of the network that a game has learnt. */
  network(game: GameKey): Promise<ArrayBuffer>;
};
