import { afterEach, expect, it, vi } from 'vitest';
import type { Table } from '../api/types';
import { check, nonce, seen } from './fair';

/** The first vector of docs/notation.md. */
const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const DEAL = 'RKCB..S..TC....MEB...ESBGLS.L.EGK.RC...L.SMG...MTTTK.K.MRC.L.....GBR......E.';
const SALT = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
const NONCES = ['616c706861', '-', '00ff', '78'.repeat(64)];

const table = (state: string): Table =>
  ({ id: 't_1', game: 'ascension', state, commitment: COMMITMENT, seats: [1, 2, 3, 4].map((seat) => ({ seat, kind: 'person' })) }) as Table;

function serve(tags: { salt?: string; nonces?: string[]; deal?: string }): void {
  const { salt = SALT, nonces = NONCES, deal = DEAL } = tags;
  const text = `[Game "ascension"]\n[Setup "seats=4;deal=${deal};starts=2"]\n[Commit "${COMMITMENT}"]\n[Salt "${salt}"]\n[Nonces "${nonces.join(' ')}"]\n`;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/plain' } })));
}

function storage(): void {
  const kept = new Map<string, string>();
  const area = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  vi.stubGlobal('localStorage', area);
}
afterEach(() => vi.unstubAllGlobals());

it('checks a deal against what was kept before the game', async () => {
  storage();
  serve({});
  expect(await check(table('over'), [])).toBe('unkept');
  seen(table('open'));
  expect(await check(table('over'), [])).toBe('fair');
  serve({ salt: SALT.replace(/1f$/, '20') });
  expect(await check(table('over'), [])).toBe('secret');
  serve({ deal: DEAL.replace('RK', 'KR') });
  expect(await check(table('over'), [])).toBe('deal');
  serve({ nonces: ['-', ...NONCES.slice(1)] });
  expect(await check(table('over'), [])).toBe('deal');
});

it('holds the server to the nonce of this browser', async () => {
  storage();
  serve({});
  seen(table('open'));
  const mine = nonce('t_1');
  expect(mine).toMatch(/^[0-9a-f]{32}$/);
  expect(nonce('t_1')).toBe(mine);
  expect(await check(table('over'), [1])).toBe('nonce');
});

it('says so where a browser cannot hash', async () => {
  storage();
  serve({});
  seen(table('live'));
  vi.stubGlobal('crypto', {});
  expect(await check(table('over'), [])).toBe('unable');
});
