import { ApiError } from '../api/refusal';
import type { GameKey, Refusal } from '../api/types';
import { randomHex } from '../random';

/** The rules, the engine and the table as WebAssembly (`crates/browser`): text in and out, as the server's interface has it. */
export interface Module {
  ask(path: string, body: string, seed: string): string;
  think(wish: string, lines: (text: string) => void): string;
  analyse(wish: string, step: (text: string) => void): void;
  attempt(wish: string): string;
  /** Takes the file of the network that a game has learnt; whether it is one. */
  learn(game: string, file: Uint8Array): boolean;
  LocalTable: {
    create(wish: string, visitor: string, seed: string, now: number): LocalTable;
    restore(saved: string, visitor: string, now: number): LocalTable;
  };
}

export interface LocalTable {
  open(now: number): string;
  hear(text: string, now: number): string;
  tick(now: number): string;
  deadline(): number | undefined;
  saved(now: number): string;
  record(): string;
  finished(): string;
  wants(now: number): string;
  engine_move(epoch: number, token: string, now: number): string;
  /** The table of a rematch that was just agreed on, once. */
  rematch(): LocalTable | undefined;
  free(): void;
}

// Nothing, where the client was built without it.
const glue = Object.values(
  import.meta.glob<Module & { initSync(module: { module: WebAssembly.Module }): void }>('../browser/ludarium.js', { eager: true }),
)[0];

/** Makes the module that was compiled ready for use. */
export function load(module: WebAssembly.Module): Module {
  if (!glue) throw new Error('this client was built without its own rules');
  glue.initSync({ module });
  return glue;
}

/** An answer as it would come over HTTP. */
type Answer = { status: number; body: unknown };

/** What an answer says; a refusal is thrown. */
export function body(text: string): unknown {
  const { status, body } = JSON.parse(text) as Answer;
  if (status >= 400) throw new ApiError(status, (body as { error: Refusal }).error);
  return body;
}

/** Asks the module: what it refuses is the message of what it throws. */
export function asked<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    // What is no answer, a fault of the module say, cannot be read as one.
    if (error instanceof Error && error.message.startsWith('{"status":')) body(error.message);
    throw error;
  }
}

/** Asks the module for a search: a network that it lacks is fetched, and it is asked again. */
export async function searched<T>(module: Module, network: (game: GameKey) => Promise<ArrayBuffer>, run: () => T): Promise<T> {
  try {
    return asked(run);
  } catch (error) {
    if (!(error instanceof ApiError && error.refusal.key === 'engine.network')) throw error;
    const game = error.refusal.args['game'] as GameKey;
    if (!module.learn(game, new Uint8Array(await network(game)))) throw new Error(`the network of ${game} cannot be read`);
    return asked(run);
  }
}

/** What the module makes its chance of. */
export const seed = (): string => randomHex(16);
