import { createStore, del, delMany, entries, get, update, type UseStore } from 'idb-keyval';
import type { RecordLine } from '../api/types';
import type { Kept } from './wire';

/** Where tables are kept; tests bring their own. */
export interface TableStore {
  get(id: string): Promise<Kept | undefined>;
  /** Keeps a table, unless another tab has gone further: then false. */
  put(id: string, kept: Kept): Promise<boolean>;
  drop(id: string): Promise<void>;
  /** Drops what is too old. */
  prune(now: number): Promise<void>;
}

let made: UseStore | null = null;
const store = (): UseStore => (made ??= createStore('ludarium-tables', 'tables'));

/** The tables that this browser keeps. */
export const tableStore: TableStore = {
  get: (id) => get<Kept>(id, store()).catch(() => undefined),
  async put(id, kept) {
    let mine = true;
    const choose = (before: Kept | undefined): Kept => {
      mine = before === undefined || before.n < kept.n;
      return mine || !before ? { ...before, ...kept } : before;
    };
    // A browser that keeps nothing plays all the same.
    await update<Kept>(id, choose, store()).catch(() => undefined);
    return mine;
  },
  drop: (id) => del(id, store()).catch(() => undefined),
  prune: async (now) => delMany(outdated(await all(), now), store()).catch(() => undefined),
};

const DAY = 86_400_000;
/** How many finished games are kept, how long an unfinished one, and how long one in which nothing was played, in days. */
export const KEEP = { finished: 200, unfinished: 90, untouched: 1 };

/** Those that are kept no longer, of all, the latest first. */
export function outdated(kept: Kept[], now: number): string[] {
  const over = kept.filter(({ table }) => table.state === 'over');
  const old = kept.filter(
    ({ table, changed }) => table.state !== 'over' && now - changed > DAY * (table.ply > 0 ? KEEP.unfinished : KEEP.untouched),
  );
  return [...over.slice(KEEP.finished), ...old].map(({ table }) => table.id);
}

/** All of them, the latest first; none where the browser keeps nothing. */
export async function all(): Promise<Kept[]> {
  const found = await entries<string, Kept | undefined>(store()).catch(() => []);
  return found.flatMap(([, kept]) => kept ?? []).sort((a, b) => b.changed - a.changed);
}

const isFinished = ({ table }: Kept): boolean => table.state === 'over' && table.result !== null;
/** The games that are over, as the server lists them, and the ids that an account keeps them by. */
export async function finished(): Promise<{ records: RecordLine[]; sent: Map<string, string> }> {
  const over = (await all()).filter(isFinished);
  const records = over.map(({ table: { id, game, seats, ply, result, by }, changed }) => ({
    id,
    game,
    // Whoever played here, under no name.
    seats: seats.map(({ people }) => people.map(({ id }) => ({ id, name: '' }))),
    ply,
    result: result ?? [],
    by: by ?? '',
    rated: false,
    local: true,
    ended: new Date(changed).toISOString(),
  }));
  return { records, sent: new Map(over.flatMap(({ table, sent }) => (sent ? [[table.id, sent]] : []))) };
}

/** The ids of games that are over and were sent to no account yet. */
export const unsent = async (): Promise<string[]> =>
  (await all()).filter((kept) => isFinished(kept) && kept.sent === undefined).map(({ table }) => table.id);

/** Notes what an account keeps a game by. */
export const noteSent = (id: string, sent: string): Promise<void> =>
  update<Kept | undefined>(id, (kept) => kept && { ...kept, sent }, store()).catch(() => undefined);
