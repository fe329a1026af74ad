import { met } from './reach.svelte';
import type { Refusal } from './types';

/** The server said no, and why; status 0: it said nothing. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.text);
  }
}

/** The refusal in what was thrown; whatever else went wrong goes on. */
export function refused(error: unknown): Refusal {
  if (!(error instanceof ApiError)) throw error;
  return error.refusal;
}

/** What this client says no to by itself. */
export const failure = (key: 'offline' | 'unknown' | 'cookies', text: string, status = 0): ApiError =>
  new ApiError(status, { key: `client.${key}`, text, clause: null, args: {} });
export const offline = (): ApiError => failure('offline', 'the server cannot be reached');

/** An answer that is not a refusal. */
export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', ...(signal ? { signal } : {}) };
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  const answer = await fetch(`/api${path}`, init).catch(() => {
    if (!signal?.aborted) met(false);
    throw offline();
  });
  met(true);
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { error?: Refusal } | null;
  throw told?.error ? new ApiError(answer.status, told.error) : failure('unknown', answer.statusText, answer.status);
}

/** Asks for something that needs no person; what needs one goes through `http.ts`. */
export async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await send(method, path, body, signal);
  // An answer that is cut off half-way was not given.
  const text = await answer.text().catch(() => {
    met(false);
    throw offline();
  });
  return (text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
}
