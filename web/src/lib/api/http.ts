import { known } from './identity.svelte';
import { request } from './request';
import type { MadeTable, NewTable, RecordLine, Records, Table, Tables } from './types';

// What is asked as a person: who that is is settled first.
export const get = <T>(path: string): Promise<T> => known(() => request<T>('GET', path));
export const post = <T>(path: string, body?: unknown): Promise<T> => known(() => request<T>('POST', path, body));
export const remove = <T>(path: string, body?: unknown): Promise<T> => known(() => request<T>('DELETE', path, body));

/** Whoever makes a table here adds to its deal as soon as they see the commitment. */
export const makeTable = (wish: Omit<NewTable, 'gives_nonce'>): Promise<MadeTable> => post('/tables', { ...wish, gives_nonce: true });
export const tables = (query: string): Promise<Table[]> => get<Tables>(`/tables?${query}`).then((answer) => answer.tables);
export const records = (player: string): Promise<RecordLine[]> =>
  get<Records>(`/records?player=${encodeURIComponent(player)}`).then((answer) => answer.records);
