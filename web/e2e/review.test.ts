import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_KEYS, type GameKey, type SeatWish } from '../src/lib/api/types';
import { accessible, launch, person, shot, url } from './support';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** Plays some actions at a table for this device over its socket, then resigns. Returns the table. */
async function finished(page: Page, game: GameKey, setup: string, seats: number, actions: number): Promise<string> {
  await page.goto('/');
  const wish: SeatWish[] = [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, (): SeatWish => ({ kind: 'device' }))];
  const answer = await page.request.post('/api/tables', {
    headers: { Origin: url },
    data: { game, setup, seats: wish, clock: { kind: 'none' }, reply_seconds: 10, rated: false, private: true },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.evaluate(
    ([table, count]) =>
      new Promise<void>((done, failed) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?since=0`);
        let sent = 0;
        const say = (command: object): void => socket.send(JSON.stringify({ id: `c${sent++}`, ...command }));
        let looking = 0;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data as string);
          if (message.type === 'refused') failed(new Error(data as string));
          const view = message.view;
          if (!view || message.event?.kind === 'start') return;
          if ('over' in view.turn) return done();
          const { seat } = view.turn;
          if (view.ply >= Number(count)) return say({ type: 'resign', seat });
          // On a shared device a game with secrets waits until the next one looks.
          if (view.legal.length === 0) {
            if (looking !== view.ply + 1) say({ type: 'look', seat });
            looking = view.ply + 1;
          } else say({ type: 'act', ply: view.ply, seat, t: view.legal[(view.ply * 7 + 3) % view.legal.length].t });
        };
        setTimeout(() => failed(new Error('the game did not end')), 60_000);
      }),
    [id, actions] as const,
  );
  return id;
}

/** An action that was legal after this many of a finished game, but was not played. */
async function other(page: Page, table: string, after: number): Promise<string> {
  const ask = async <T>(path: string, data: object): Promise<T> => (await (await page.request.post(`/api${path}`, { headers: { Origin: url }, data })).json()) as T;
  const text = await (await page.request.get(`/api/tables/${table}/record`)).text();
  const { game, setup, tree } = await ask<{ game: string; setup: string; tree: { nodes: { text: string }[] } }>('/record/read', { text });
  const moves = tree.nodes.map((node) => node.text);
  const { view } = await ask<{ view: { legal: { t: string }[] } }>('/position', { game, setup, moves: moves.slice(0, after) });
  const found = view.legal.find((move) => move.t !== moves[after]);
  expect(found).toBeDefined();
  return found!.t;
}

const stands = (page: Page, want: number): Promise<unknown> =>
  page.waitForFunction((n) => document.querySelector('[data-twin]')?.getAttribute('data-ply') === String(n), want);
const tab = (page: Page, name: string): Promise<void> => page.locator(`#tab-${name}`).click();

const GAMES: [GameKey, string, number][] = [
  ['axiom', '', 2],
  ['abraxas', '', 2],
  ['archimedes', 'seats=3', 3],
  ['ascension', 'seats=2', 2],
];

describe.each(GAMES)('%s', (game, setup, seats) => {
  it('a finished game is stepped through, branched and analysed, with no findings', async () => {
    const { page, trouble, context } = await person(browser);
    const id = await finished(page, game, setup, seats, 6);
    await page.goto(`/review/${id}`);
    await page.locator('[data-twin]').waitFor();
    await stands(page, 0);
    await accessible(page, 'moves');
    for (let n = 1; n <= 3; n++) {
      await page.keyboard.press('ArrowRight');
      await stands(page, n);
    }
    // Something else than what was played begins a variation.
    const before = await page.locator('[data-step]').count();
    await tab(page, 'board');
    await accessible(page, 'board');
    await page.getByLabel('Or type a move').fill(await other(page, id, 3));
    await page.keyboard.press('Enter');
    await stands(page, 4);
    await tab(page, 'moves');
    expect(await page.locator('[data-step]').count()).toBe(before + 1);
    await page.locator('[data-act="promote"]').click();
    await page.locator('[data-act="delete"]').click();
    await stands(page, 3);
    expect(await page.locator('[data-step]').count()).toBe(before);
    await page.locator('[data-comment]').fill('said of it');
    await page.locator('[data-comment]').blur();
    expect(await page.locator('.said').innerText()).toContain('said of it');
    await tab(page, 'engine');
    await page.locator('[data-act="engine"]').check();
    await page.locator('[data-line="1"]').waitFor();
    await accessible(page, 'engine');
    await page.locator('[data-line="1"] [data-act="walk"]').first().click();
    await page.locator('[data-walk="1"]').waitFor();
    await stands(page, 4);
    await page.locator('[data-act="walk-leave"]').click();
    await stands(page, 3);
    await page.locator('[data-act="engine"]').uncheck();
    await tab(page, 'game');
    await page.locator('[data-act="analyse"]').click();
    await page.locator('figure svg').waitFor();
    await page.waitForFunction(() => document.querySelector('progress') === null, null, { timeout: 120_000 });
    expect(await page.locator('details table tbody tr').count()).toBe(6);
    await accessible(page, 'whole game');
    await shot(page, `review-${game}`);
    const mistake = page.locator('[data-act="mistake"]').first();
    if (await mistake.count()) {
      await mistake.click();
      await tab(page, 'moves');
      expect(await page.locator('[data-remark]').innerText()).toMatch(/gives away \d+\s?%/);
      await accessible(page, 'remark');
      await tab(page, 'game');
      await page.locator('[data-act="retry"]').first().click();
      await page.locator('[data-retry="ask"]').waitFor();
      await page.locator('[data-act="retry-show"]').click();
      await page.locator('[data-retry="shown"]').waitFor();
      await accessible(page, 'retry');
      await page.locator('[data-act="retry-end"]').click();
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('the analysis board opens, says why a position cannot be, and sets up one that can', async () => {
    const { page, trouble, context } = await person(browser);
    await page.goto(`/analysis/${game}`);
    await page.locator('[data-twin]').waitFor();
    await tab(page, 'setup');
    await accessible(page, 'set up');
    await shot(page, `analysis-${game}`);
    const field = page.locator('[data-position]');
    const good = await field.inputValue();
    await field.fill(`${good}x`);
    await page.locator('[data-act="set-up"]').click();
    await page.locator('.why').waitFor();
    await field.fill(good);
    await page.locator('[data-act="set-up"]').click();
    await page.locator('.why').waitFor({ state: 'detached' });
    await page.locator('#tab-engine').click();
    await page.locator('[data-act="threat"]').check();
    await page.locator('[data-line="1"], [role="status"].quiet').first().waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

/** A record of Archimedes with a variation and comments, made of what is legal. */
async function record(page: Page): Promise<string> {
  const legal = async (moves: string[]): Promise<string[]> => {
    const answer = await page.request.post('/api/position', { headers: { Origin: url }, data: { game: 'archimedes', moves } });
    return ((await answer.json()) as { view: { legal: { t: string }[] } }).view.legal.map((move) => move.t);
  };
  const [a = '', b = ''] = await legal([]);
  const [c = ''] = await legal([a]);
  const [d = ''] = await legal([b]);
  return `[Game "archimedes"]\n[Setup "seats=2;turn_limit=80;arrived=free"]\n[NameA "Ada"]\n\n{a quiet \\} start} 1. ${a} {the middle} (1. ${b} 2. ${d} {why not}) 2. ${c}\n`;
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act="download"]').click()]);
  return readFile(await file.path(), 'utf8');
}

it('a record with variations and comments comes back from the client as it went in', async () => {
  const { page, context } = await person(browser);
  await page.goto('/review');
  await accessible(page, 'review');
  await shot(page, 'review-start');
  const text = await record(page);
  await page.locator('textarea').fill(text);
  await page.locator('[data-act="open"]').click();
  await page.locator('[data-twin]').waitFor();
  expect(await download(page)).toBe(text);
  await page.locator('[data-comment]').fill('said at home');
  await page.locator('[data-comment]').blur();
  expect(await download(page)).toBe(text.replace('a quiet \\} start', 'said at home'));
  await context.close();
});

it('a record that breaks the rules is refused with its line and column', async () => {
  const { page, context } = await person(browser, { locale: 'de-DE' });
  await page.goto('/review');
  await page.locator('textarea').fill('[Game "archimedes"]\n\n1. a2-a3\n');
  await page.locator('[data-act="open"]').click();
  expect(await page.locator('[role="alert"]').innerText()).toContain('Zeile 3, Spalte');
  await context.close();
});

it('a link leads another person to the same variation', async () => {
  const { page, context } = await person(browser);
  await page.goto('/review');
  await page.locator('textarea').fill(await record(page));
  await page.locator('[data-act="open"]').click();
  await page.locator('[data-twin]').waitFor();
  await page.locator('.variation [data-step]').last().click();
  await stands(page, 2);
  await page.locator('[data-act="share"]').click();
  const link = await page.locator('[data-link]').inputValue();
  const spoken = await page.locator('[data-spoken]').innerText();
  const other = await person(browser);
  await other.page.goto(link);
  await stands(other.page, 2);
  expect(await other.page.locator('[data-spoken]').innerText()).toBe(spoken);
  await other.context.close();
  await context.close();
});

it('in Ascension one sees what a seat knew, or all faces', async () => {
  const { page, context } = await person(browser);
  const id = await finished(page, 'ascension', 'seats=2', 2, 6);
  await page.goto(`/review/${id}`);
  await page.locator('[data-twin]').waitFor();
  const seen = async (viewer: string): Promise<string> => {
    await page.locator('[data-act="viewer"]').selectOption(viewer);
    await page.waitForTimeout(400);
    return page.locator('[data-twin]').innerHTML();
  };
  expect(await seen('1')).not.toBe(await seen('0'));
  await context.close();
});

it.each([
  ['fr-FR', 'Revue', 'Moteur'],
  ['nl-NL', 'Nabespreking', 'Zetten'],
  ['de-DE', 'Nachbetrachtung', 'Rechner'],
  ['en-GB', 'Review', 'Engine'],
])('Review speaks %s', async (locale, title, word) => {
  const { page, context } = await person(browser, { locale });
  await page.goto('/review');
  await page.getByRole('heading', { name: title }).waitFor();
  await page.locator('textarea').fill(await record(page));
  await page.locator('[data-act="open"]').click();
  await page.locator('[role="tab"]').first().waitFor();
  expect(await page.locator('[role="tablist"]').innerText()).toContain(word);
  await context.close();
});

describe('drawn', () => {
  it.each([
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)('%s', async (size, viewport) => {
    const drawn = await launch(true);
    const { page, trouble, context } = await person(drawn, { viewport, hasTouch: size === 'phone' });
    for (const game of GAME_KEYS.slice(1, 3)) {
      await page.goto(`/analysis/${game}`);
      await page.locator('[role="toolbar"]').waitFor({ timeout: 60_000 });
      await page.waitForTimeout(600);
      await accessible(page, `${size} ${game}`);
      await shot(page, `${size}-analysis-${game}`);
      if (size === 'phone') {
        await page.locator('.grip').tap();
        await page.waitForTimeout(400);
        await accessible(page, `${size} ${game} sheet`);
        await shot(page, `${size}-analysis-${game}-sheet`);
      }
    }
    expect(trouble).toEqual([]);
    await context.close();
    await drawn.close();
  });
});
