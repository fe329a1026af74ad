import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GameKey, RecordLine, Table } from '../src/lib/api/types';
import { act, api, dice, HERE, installed, person, playOut, ply, stranger } from './support';

// Low limits keep the games short; every one of them ends by a rule.
const SHORT: [GameKey, Record<string, string>][] = [
  ['axiom', { quiet_limit: '8' }],
  ['abraxas', { quiet_limit: '8', target: '3' }],
  ['archimedes', { seats: '2', turn_limit: '4' }],
  ['ascension', { seats: '2', round_limit: '2' }],
];

/** Sets a table up by the dialog of the first page. */
async function setUp(page: Page, game: GameKey, options: Record<string, string>, other: 'engine' | 'device'): Promise<void> {
  await page.locator(`[aria-labelledby="game-${game}"] [data-start="new"]`).click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  for (const [key, value] of Object.entries(options)) {
    const field = page.locator(`[data-option="${key}"]`);
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator('#seat-1').selectOption(other);
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/local\/?\?id=l_/);
  await page.locator('[data-twin]').first().waitFor();
}

it.skipIf(!HERE).each(SHORT)('%s against the computer and at one screen, to the end, with the network cut', async (game, options) => {
  const { page, context } = await stranger({ serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  for (const other of ['engine', 'device'] as const) {
    await setUp(page, game, options, other);
    expect(await playOut(page, dice(7))).toBeGreaterThan(0);
    expect(await page.locator('[data-over]').innerText()).not.toBe('');
    await page.locator('a[href="/"]').first().click();
  }
});

it.skipIf(!HERE)('a reload in the middle goes on from there, and the first page has the game', async () => {
  const { page, context } = await stranger({ serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  await context.setOffline(true);
  await page.locator('[aria-labelledby="game-archimedes"] [data-start="device"]').click();
  for (let i = 0; i < 3; i++) await act(page, dice(i));
  const address = page.url();
  await page.reload();
  await page.locator('[data-twin]').first().waitFor();
  expect(await ply(page)).toBe(3);
  expect(await act(page, dice(4))).toBe(true);
  await page.locator('a[href="/"]').first().click();
  await page.locator(`[aria-labelledby="mine"] a[href="${new URL(address).pathname}${new URL(address).search}"]`).click();
  await page.locator('[data-twin]').first().waitFor();
  expect(await ply(page)).toBe(4);
});

it.skipIf(!HERE)('a game that is over is played again and reviewed, without a server', async () => {
  const { page, context } = await stranger({ serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  await context.setOffline(true);
  await setUp(page, 'archimedes', { turn_limit: '1' }, 'engine');
  await playOut(page, dice(5));
  const before = page.url();
  await page.locator('[data-act="rematch"]').click();
  await page.waitForURL((next) => next.href !== before && next.pathname === '/local');
  await page.locator('[data-twin]').first().waitFor();
  await playOut(page, dice(6));
  const played = await ply(page);
  await page.locator('a[href^="/local/review?id="]').click();
  await page.locator('[data-act="last"]').first().click();
  await expect.poll(() => ply(page)).toBe(played);
  await page.locator('#tab-engine').click();
  await page.locator('[data-act="back"]').first().click();
  await page.locator('[data-act="engine"]').check();
  await page.locator('[data-line="1"]').waitFor();
  await page.locator('#tab-game').click();
  await page.locator('[data-act="analyse"]').click();
  await page.locator('figure svg').waitFor();

  // Both games go to the account that this person has later, once; there they are reviewed like any other.
  await context.setOffline(false);
  const name = `Ada${Date.now() % 100_000}`;
  await page.goto('/');
  await api(page, 'POST', '/me');
  await api(page, 'POST', '/register', { name, password: 'correct horse' });
  await page.goto('/review');
  const kept = (): Promise<RecordLine[]> =>
    api<{ records: RecordLine[] }>(page, 'GET', `/records?player=${name}`).then(({ records }) => records);
  await expect.poll(async () => (await kept()).length).toBe(2);
  expect((await kept()).map(({ local, rated, game }) => ({ local, rated, game }))).toEqual([
    { local: true, rated: false, game: 'archimedes' },
    { local: true, rated: false, game: 'archimedes' },
  ]);
  await page.goto('/review');
  const listed = page.locator('[aria-labelledby="r-mine"] a[href^="/review/t_"]');
  await listed.first().waitFor();
  expect([await listed.count(), await page.locator('#r-here').count()]).toEqual([2, 0]);
  await listed.first().click();
  await page.locator('[data-act="last"]').first().click();
  await expect.poll(() => ply(page)).toBe(played);

  // What is on this device can be dropped.
  await page.goto('/settings');
  await page.locator('[data-kept]').nth(1).waitFor();
  await page.locator('[data-kept] [data-act="drop"]').first().click();
  await expect.poll(() => page.locator('[data-kept]').count()).toBe(1);
  await page.reload();
  await page.locator('[data-kept]').first().waitFor();
  expect([await page.locator('[data-kept]').count(), (await kept()).length]).toEqual([1, 2]);
});

it.skipIf(!HERE)('a game in the browser asks the server for nothing', async () => {
  const { page } = await person({ serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  const asked: string[] = [];
  await page.goto('/learn');
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.goto('/local?id=l_nothing');
  await page.getByText('no such table').waitFor();
  expect(asked.filter((path) => path.includes('/api/'))).toEqual([]);
});

it.skipIf(!HERE)('someone is invited: the game goes on at a table of the server, from the same position', async () => {
  const { page } = await person();
  await page.goto('/');
  await page.locator('[aria-labelledby="game-archimedes"] [data-start="device"]').click();
  await page.waitForURL(/\/local\?/);
  for (let i = 0; i < 2; i++) await act(page, dice(i));
  const board = await page.locator('[data-twin]').first().innerText();
  await page.locator('[data-act="invite"]').click();
  await page.locator('[data-act="move"]').click();
  await page.waitForURL(/\/t\//);
  await page.locator('#wait-link').waitFor();
  const { seats, rated } = await api<Table>(page, 'GET', `/tables/${new URL(page.url()).pathname.slice(3)}`);
  expect({ rated, kinds: seats.map(({ kind }) => kind) }).toEqual({ rated: false, kinds: ['person', 'open'] });
  expect(await page.locator('[data-twin]').first().innerText()).toBe(board);
  // It is there now, and not here any more.
  await page.goto('/settings');
  await page.locator('[data-here="ready"]').waitFor();
  await expect.poll(() => page.locator('[data-kept]').count()).toBe(0);
});

it.skipIf(!HERE)('where faces are hidden, someone is invited to a new deal, and the game here stays', async () => {
  const { page } = await person();
  await page.goto('/');
  await page.locator('[aria-labelledby="game-ascension"] [data-start="device"]').click();
  await page.waitForURL(/\/local\?/);
  await act(page, dice(1));
  const here = page.url();
  await page.locator('[data-act="invite"]').click();
  await page.locator('[data-act="move"]').click();
  await page.waitForURL(/\/t\//);
  const { ply: played, setup, rated } = await api<Table>(page, 'GET', `/tables/${new URL(page.url()).pathname.slice(3)}`);
  expect({ played, rated, position: /from=/.test(setup) }).toEqual({ played: 0, rated: false, position: false });
  await page.goto(here);
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
});

it('the settings say whether this device has the rules and the engine', async () => {
  const { page } = await person();
  await page.goto('/settings');
  await page.locator(`[data-here="${HERE ? 'ready' : 'absent'}"]`).waitFor();
});
