import { ApiError } from '../api/refusal';
import { request } from '../api/request';
import { post } from '../api/http';
import type { Table } from '../api/types';
import { GAMES } from '../games';
import { randomHex } from '../random';
import { keep, recallJson } from '../storage';

/**
 * Fair deals, as docs/notation.md has them: what was promised before the game is kept here, and checked after it by this
 * page alone.
 */
interface Kept {
  table: string;
  commitment: string;
  /** What the seats of this browser added. */
  nonce?: string;
}

const KEY = 'deals';
const MOST = 50;

const all = (): Kept[] => {
  const kept = recallJson(KEY);
  return Array.isArray(kept) ? (kept as Kept[]) : [];
};
const find = (table: string): Kept | undefined => all().find((kept) => kept.table === table);
const hold = (kept: Kept): void => keep(KEY, JSON.stringify([kept, ...all().filter((other) => other.table !== kept.table)].slice(0, MOST)));

/** Keeps what was promised when it is first seen; what the server says later does not count. */
export function seen(table: Table): void {
  if (table.commitment && table.state !== 'over' && !find(table.id)) hold({ table: table.id, commitment: table.commitment });
}

/** What this browser adds to the deal of a table: always the same. */
export function nonce(table: string): string {
  const kept = find(table);
  if (kept?.nonce) return kept.nonce;
  const drawn = randomHex(16);
  if (kept) hold({ ...kept, nonce: drawn });
  return drawn;
}

/** Adds to the deal what seats that were taken before the commitment was known still owe. */
export async function give(table: Table, mine: number[]): Promise<void> {
  if (!table.seats.some((seat) => seat.nonce_due && mine.includes(seat.seat))) return;
  await post(`/tables/${table.id}/nonce`, { nonce: nonce(table.id) }).catch((error: unknown) => {
    // Another page of ours was first, or it came too late: what counts is revealed at the end.
    if (!(error instanceof ApiError)) throw error;
  });
}

/** What came of a check: fair, or what does not fit; `unable` where a browser cannot hash, `unkept` where nothing was kept. */
export type Verdict = 'fair' | 'unkept' | 'unable' | 'secret' | 'nonce' | 'deal';

/** Checks the deal of a finished game against what was kept. */
export async function check(table: Table, mine: number[]): Promise<Verdict> {
  const kept = find(table.id);
  if (!kept) return 'unkept';
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return 'unable';
  const record = await request<string>('GET', `/tables/${table.id}/record`);
  const tag = (name: string): string => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1] ?? '';
  const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => new Uint8Array(await subtle.digest('SHA-256', bytes));
  const secret = bytesOf(tag('Salt'));
  if (hexOf(await sha256(secret)) !== kept.commitment) return 'secret';
  const nonces = tag('Nonces').split(' ');
  // Of a team the first one adds; all other seats of ours added what we kept.
  const added = mine.filter((seat) => table.seats[seat - 1]?.kind !== 'team').map((seat) => nonces[seat - 1]);
  if (kept.nonce && added.some((nonce) => nonce !== kept.nonce)) return 'nonce';
  const parts = nonces.map((nonce) => (nonce === '-' ? new Uint8Array() : bytesOf(nonce)));
  const key = await sha256(join([secret, ...parts.flatMap((part) => [Uint8Array.of(part.length), part])]));
  const draw = await GAMES[table.game].draw?.();
  const drawn = draw?.default(below(words(key)));
  return drawn && tag('Setup').split(';').includes(drawn) ? 'fair' : 'deal';
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Numbers below a bound, each as likely, from words of 32 bits. */
function below(stream: Iterator<number, never>): (bound: number) => number {
  return (bound) => {
    for (;;) {
      const product = BigInt(stream.next().value) * BigInt(bound);
      if (Number(product & 0xffffffffn) >= 2 ** 32 % bound) return Number(product >> 32n);
    }
  };
}

/** The key stream of ChaCha20, word by word. */
export function* words(key: Uint8Array): Generator<number, never> {
  const view = new DataView(key.buffer, key.byteOffset);
  for (let counter = 0; ; counter++) {
    const start = [
      0x61707865,
      0x3320646e,
      0x79622d32,
      0x6b206574,
      ...Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true)),
      counter,
      0,
      0,
      0,
    ];
    const x = Uint32Array.from(start);
    const mix = (a: number, b: number, c: number, d: number): void => {
      for (const [i, j, k, turn] of [
        [a, b, d, 16],
        [c, d, b, 12],
        [a, b, d, 8],
        [c, d, b, 7],
      ] as const) {
        x[i]! += x[j]!;
        const word = x[k]! ^ x[i]!;
        x[k] = (word << turn) | (word >>> (32 - turn));
      }
    };
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i++) yield (x[i]! + start[i]!) >>> 0;
  }
}
