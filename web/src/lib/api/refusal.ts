import type { Refusal } from './types';

/** A host said no, and why; status 0: it said nothing. */
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
export const failure = (key: 'offline' | 'unknown' | 'cookies' | 'module', text: string, status = 0): ApiError =>
  new ApiError(status, { key: `client.${key}`, text, clause: null, args: {} });
export const offline = (): ApiError => failure('offline', 'the server cannot be reached');
