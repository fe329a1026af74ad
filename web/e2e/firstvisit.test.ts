import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import type { GameKey, Me, Table } from '../src/lib/api/types';
import { PATIENCE } from './patience';
import { proxy, type Proxy } from './proxy';
import { act, api, atServer, dice, installed, me, person, stranger, url } from './support';

/** A slow line that mixes up answers, for as long as the test. */
async function line(seed: number): Promise<Proxy> {
  const slow = await proxy(url, { delay: { roll: dice(seed), most: 800 } });
  onTestFinished(() => slow.close());
  return slow;
}

/** Everybody whom the server took those for who came through this line. */
async function guests({ cookies }: Proxy): Promise<Set<string>> {
  const asked = cookies.map(async (cookie) => {
    const answer = await fetch(`${url}/api/me`, { headers: { Cookie: cookie.split(';')[0]! }, signal: AbortSignal.timeout(PATIENCE) });
    return ((await answer.json()) as Me).id;
  });
  return new Set(await Promise.all(asked));
}

/** Opens the home page and presses what it invites to as soon as it is there; answers with whom the table belongs to. */
async function play(page: Page, game: GameKey = 'axiom'): Promise<string[]> {
  await atServer(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator(`[aria-labelledby="game-${game}"] [data-start="engine"]`).click();
  await page.waitForURL(/\/t\//);
  await page.locator(`[data-twin="${game}"]`).first().waitFor();
  const { seats } = await api<Table>(page, 'GET', `/tables/${new URL(page.url()).pathname.slice(3)}${new URL(page.url()).search}`);
  return seats[0]!.people.map(({ id }) => id);
}

/** What is right of a first visit: the table is theirs, the page says so, and the server knows one guest. */
async function outcome(pages: Page[], owners: string[][], slow: Proxy) {
  const who = (await me(pages[0]!)).id;
  return {
    heading: await Promise.all(pages.map((page) => page.locator('h1').innerText())),
    mine: owners.map((owner) => owner.length === 1 && owner[0] === who),
    seated: await Promise.all(pages.map(async (page) => (await page.locator('.you').count()) > 0)),
    guests: (await guests(slow)).size,
  };
}
const right = (tabs: number) => ({
  heading: Array(tabs).fill('Axiom'),
  mine: Array(tabs).fill(true),
  seated: Array(tabs).fill(true),
  guests: 1,
});

it('twenty first visits on a slow line that mixes up answers: each owns the table it made', async () => {
  const visit = async (seed: number): Promise<unknown> => {
    const slow = await line(seed);
    const { page } = await stranger({ baseURL: slow.url, serviceWorkers: 'allow' });
    return outcome([page], [await play(page)], slow);
  };
  const found: unknown[] = [];
  for (let seed = 1; seed <= 20; seed += 5) found.push(...(await Promise.all([0, 1, 2, 3, 4].map((i) => visit(seed + i)))));
  expect(found).toEqual(Array(20).fill(right(1)));
});

it.each([1, 2, 3, 4])('three tabs at once (%i): all are one guest', async (seed) => {
  const slow = await line(100 + seed);
  const { context, page } = await stranger({ baseURL: slow.url, serviceWorkers: 'allow' });
  const tabs = [page, await context.newPage(), await context.newPage()];
  const owners = await Promise.all(tabs.map((tab) => play(tab)));
  expect(await outcome(tabs, owners, slow)).toEqual(right(3));
});

it('a visit with the page in the cache and no cookie left', async () => {
  const slow = await line(7);
  const { context, page } = await stranger({ baseURL: slow.url, serviceWorkers: 'allow' });
  await atServer(page);
  await page.goto('/');
  await installed(page);
  await page.goto('about:blank');
  await context.clearCookies();
  slow.cookies.length = 0;
  const tabs = [page, await context.newPage()];
  const owners = await Promise.all(tabs.map((tab) => play(tab)));
  expect(await outcome(tabs, owners, slow)).toEqual(right(2));
});

it.each([1, 2])('somebody logs in in another tab, on a slow line (%i): their table goes on as the account’s', async (seed) => {
  const account = await person();
  const login = { name: 'Ada Lovelace', password: 'a long enough one' };
  const { id } =
    seed === 1 ? await api<Me>(account.page, 'POST', '/register', login) : await api<Me>(account.page, 'POST', '/login', login);

  const slow = await line(300 + seed);
  const { context, page } = await stranger({ baseURL: slow.url });
  expect(await play(page, 'archimedes')).toEqual([(await me(page)).id]);
  expect(await act(page, dice(1))).toBe(true);
  const tab = await context.newPage();
  await tab.goto('/account');
  await tab.getByLabel('Name', { exact: true }).first().fill(login.name);
  await tab.getByLabel('Password', { exact: true }).fill(login.password);
  // The page of the table begins anew as the account’s.
  const anew = page.waitForEvent('websocket', (socket) => socket.url().includes('/tables/'));
  await tab.locator('form button.first').first().click();
  await anew;
  await page.locator('.you').first().waitFor();
  expect((await me(page)).id).toBe(id);
  expect(await act(page, dice(2))).toBe(true);
  const table = await api<Table>(page, 'GET', `/tables/${new URL(page.url()).pathname.slice(3)}`);
  expect(table.seats[0]!.people.map((one) => one.id)).toEqual([id]);
  expect(table.ply).toBeGreaterThanOrEqual(3);
});
