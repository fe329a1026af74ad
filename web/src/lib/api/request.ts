import { SITE } from '../host/site';
import { met } from './reach.svelte';
import { ApiError, failure, offline } from './refusal';
import type { Refusal } from './types';

/** An answer that is not a refusal. */
export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', ...(signal ? { signal } : {}) };
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  // A site of its own has no server to ask.
  if (SITE) throw offline();
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
