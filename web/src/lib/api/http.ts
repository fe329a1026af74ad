import { met } from './reach.svelte';
import type { GameInfo, MadeTable, Me, NewTable, RecordLine, Refusal, Table } from './types';

/** The server said no, and why. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.text);
  }
}

let hello: Promise<unknown> | null = null;
/**
 * The first request makes a newcomer a guest. Everything else waits for it: two first requests at once would
 * make two guests, and one of them would sit at a table that the other looks at.
 */
export const greeted = (): Promise<unknown> => (hello ??= me().catch(() => (hello = null)));

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (method !== 'GET' || path !== '/me') await greeted();
  let answer: Response;
  try {
    const init: RequestInit = { method, credentials: 'same-origin' };
    if (method !== 'GET') {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body ?? {});
    }
    answer = await fetch(`/api${path}`, init);
    met(true);
  } catch {
    met(false);
    throw new ApiError(0, { key: 'client.offline', text: 'the server cannot be reached', clause: null, args: {} });
  }
  const text = await answer.text();
  const json: unknown = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  if (!answer.ok) {
    const error = (json as { error?: Refusal } | undefined)?.error;
    throw new ApiError(answer.status, error ?? { key: 'client.unknown', text: answer.statusText, clause: null, args: {} });
  }
  return (json ?? text) as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => call<T>('POST', path, body);
export const patch = <T>(path: string, body?: unknown): Promise<T> => call<T>('PATCH', path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> => call<T>('DELETE', path, body);

let list: Promise<GameInfo[]> | null = null;
/** The games with their options; asked once. */
export function games(): Promise<GameInfo[]> {
  list ??= get<GameInfo[]>('/games').catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

export const makeTable = (wish: NewTable): Promise<MadeTable> => post('/tables', wish);
export const me = (): Promise<Me> => get('/me');
export const tables = (query: string): Promise<Table[]> =>
  get<{ tables: Table[] }>(`/tables?${query}`).then((answer) => answer.tables);
export const records = (player: string): Promise<RecordLine[]> =>
  get<{ records: RecordLine[] }>(`/records?player=${encodeURIComponent(player)}`).then((answer) => answer.records);
