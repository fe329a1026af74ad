import { ApiError, post } from '../api/http';
import type { Refusal } from '../api/types';

/** Takes a seat, with a part of chance of one's own for a fair deal; null if that went well. */
export async function sit(table: string, seat: number, invite: string | null): Promise<Refusal | null> {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    await post(`/tables/${table}/sit`, { seat, nonce, ...(invite ? { invite } : {}) });
    return null;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return cause.refusal;
  }
}
