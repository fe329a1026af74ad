import { post } from '../api/http';
import { refused } from '../api/request';
import type { Refusal } from '../api/types';
import { randomHex } from '../random';

/** Takes a seat, with a part of chance of one's own for a fair deal; null if that went well. */
export async function sit(table: string, seat: number, invite: string | null): Promise<Refusal | null> {
  return post(`/tables/${table}/sit`, { seat, nonce: randomHex(16), ...(invite ? { invite } : {}) }).then(() => null, refused);
}
