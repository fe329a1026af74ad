import { post } from '../api/http';
import { refused } from '../api/refusal';
import type { Refusal } from '../api/types';
import { nonce } from './fair';

/** Takes a seat, with a part of chance of one's own for a fair deal; null if that went well. */
export async function sit(table: string, seat: number, invite: string | null): Promise<Refusal | null> {
  return post(`/tables/${table}/sit`, { seat, nonce: nonce(table), ...(invite ? { invite } : {}) }).then(() => null, refused);
}
