import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/games';
import { site } from './builds';
import { accessible, dice, HERE, installed, playOut, ply, settled, shot, stranger } from './support';

let root: string | undefined;
let host: ChildProcess | undefined;
let url: string;

// The site in a folder of an ordinary web host that knows nothing of it.
beforeAll(async () => {
  if (!HERE) return;
  root = await mkdtemp(join(tmpdir(), 'ludarium-site-'));
  await mkdir(join(root, 'games'));
  await symlink(await site(), join(root, 'games/ludarium'));
  const python = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  host = python;
  const port = await new Promise<string>((found, failed) => {
    python.stdout.on('data', (chunk: Buffer) => {
      const said = /port (\d+)/.exec(chunk.toString())?.[1];
      if (said) found(said);
    });
    python.once('exit', () => failed(new Error('python3 -m http.server ended')));
  });
  url = `http://127.0.0.1:${port}/games/ludarium/`;
});
afterAll(async () => {
  host?.kill();
  if (root) await rm(root, { recursive: true, force: true });
});

const ADDRESSES = [
  '',
  'learn/',
  'learn/shared/',
  'review/',
  'settings/',
  ...GAME_KEYS.flatMap((game) => [`learn/${game}/`, `analysis/${game}/`]),
];

it.skipIf(!HERE)('every address is a file of its own, asks for nothing outside its folder and breaks no rule of its policy', async () => {
  const { page } = await stranger({ baseURL: url });
  const outside: string[] = [];
  const broken: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && request.url().startsWith('http')) outside.push(request.url());
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) broken.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) broken.push(message.text());
  });
  for (const address of ADDRESSES) {
    await page.goto(`${url}${address}`);
    await page.locator('h1').first().waitFor();
    await settled(page);
    expect(await page.locator('[role="alert"]').count(), address).toBe(0);
  }
  expect({ outside, broken }).toEqual({ outside: [], broken: [] });
  const policy = await page.locator('meta[http-equiv="content-security-policy" i]').getAttribute('content');
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  await page.goto(url);
  await settled(page);
  await accessible(page, 'the first page of the site');
  await shot(page, 'site-home');
});

it.skipIf(!HERE)('plays, learns, analyses and reviews from a sub-folder without a network, and leaves others alone', async () => {
  const { page, context } = await stranger({ baseURL: url, serviceWorkers: 'allow' });
  // Another site of the same origin keeps something too.
  await page.goto(new URL('/', url).href);
  await page.evaluate(() => caches.open('theirs'));
  await page.goto(url);
  await installed(page);
  expect(await page.evaluate(() => caches.has('theirs'))).toBe(true);
  await context.setOffline(true);
  await page.reload();
  expect(await page.locator('.offline').count()).toBe(0);
  await page.locator('[aria-labelledby="game-archimedes"] [data-start="new"]').click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  await page.locator('[data-option="turn_limit"]').fill('2');
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/games\/ludarium\/local\/\?id=l_/);
  await page.reload();
  expect(await playOut(page, dice(3))).toBeGreaterThan(1);
  await page.goto(`${url}analysis/axiom/`);
  await page.locator('[data-twin="axiom"]').first().waitFor({ state: 'attached' });
  await page.goto(`${url}learn/axiom/sceptre/`);
  await page.locator('[data-lesson="sceptre"][data-state="playing"] [data-twin]').first().waitFor({ state: 'attached' });
  await page.goto(`${url}review/`);
  await page.locator('textarea').fill('[Game "archimedes"]\n\n1. a2-c4 2. h2-f2\n');
  await page.locator('[data-act="open"]').click();
  await page.locator('[data-act="last"]').first().click();
  await expect.poll(() => ply(page)).toBe(2);
  await page.goto(`${url}settings/`);
  await page.locator('[data-here="ready"]').waitFor();
  await page.locator('[data-kept]').waitFor();
});
