import { createStore, del, entries, get, update, type UseStore } from 'idb-keyval';
import type { RecordLine } from '../api/types';
import type { Kept } from './wire';

/** Where tables are kept; tests bring their own. */
export interface Shelf {
  get(id: string): Promise<Kept | undefined>;
  /** Keeps a table, unless another tab has gone further: then false. */
  put(id: string, kept: Kept): Promise<boolean>;
}

let made: UseStore | null = null;
const store = (): UseStore => (made ??= createStore('ludarium-tables', 'tables'));

/** The tables that this browser keeps. */
export const shelf: Shelf = {
  get: (id) => get<Kept>(id, store()).catch(() => undefined),
  async put(id, kept) {
    let mine = true;
    const choose = (before: Kept | undefined): Kept => {
      mine = before === undefined || before.n < kept.n;
      return mine || !before ? kept : before;
    };
    // A browser that keeps nothing plays all the same.
    await update<Kept>(id, choose, store()).catch(() => undefined);
    return mine;
  },
};

/** All of them, the latest first; none where the browser keeps nothing. */
export async function all(): Promise<Kept[]> {
  const found = await entries<string, Kept>(store()).catch(() => []);
  return found.map(([, kept]) => kept).sort((a, b) => b.changed - a.changed);
}
/** The games that are over, as the server lists them. */
export async function finished(): Promise<RecordLine[]> {
  const over = (await all()).filter(({ table }) => table.state === 'over' && table.result !== null);
  return over.map(({ table: { id, game, seats, ply, result, by }, changed }) => ({
    id,
    game,
    // Whoever played here, under no name.
    seats: seats.map(({ people }) => people.map(({ id }) => ({ id, name: '' }))),
    ply,
    result: result ?? [],
    by: by ?? '',
    rated: false,
    ended: new Date(changed).toISOString(),
  }));
}
export const forget = (id: string): Promise<void> => del(id, store());
