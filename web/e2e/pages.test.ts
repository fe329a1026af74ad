import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/api/types';
import { accessible, cost, launch, moved, person, ply, shot, table, weigh } from './support';

// Drawing in software is slow: only what must be seen drawn is.
let browser: Browser;
let drawn: Browser;
beforeAll(async () => void ([browser, drawn] = await Promise.all([launch(), launch(true)])));
afterAll(() => Promise.all([browser.close(), drawn.close()]));

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const settle = (page: Page): Promise<void> => page.waitForTimeout(600);

describe.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s', (size, viewport) => {
  it.each(['/', '/settings', '/account', '/leaderboard', '/nowhere'])('%s has no findings', async (path) => {
    const { page, trouble, context } = await person(browser, { viewport, hasTouch: size === 'phone' });
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await settle(page);
    await accessible(page, path);
    await shot(page, `${size}-page${path.replaceAll('/', '-')}`);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it.each(GAME_KEYS)('a table of %s has no findings, is small, takes few draw calls and rests', async (game) => {
    const { page, trouble, context } = await person(drawn, { viewport, hasTouch: size === 'phone' });
    const weight = weigh(page);
    await table(page, { game, setup: game === 'ascension' ? 'seats=2' : '', seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] });
    await page.locator('[role="toolbar"]').waitFor({ timeout: 240_000 });
    await settle(page);
    await accessible(page, game);
    await shot(page, `${size}-table-${game}`);
    await page.locator('canvas[data-calls]').waitFor({ state: 'attached', timeout: 240_000 });
    const before = await cost(page);
    expect(before.calls).toBeGreaterThan(3);
    expect(before.calls).toBeLessThanOrEqual(60);
    await page.waitForTimeout(1000);
    expect((await cost(page)).frames - before.frames, 'frames at rest').toBe(0);
    expect(await weight()).toBeLessThan(350);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

it.each([
  ['dark', { colorScheme: 'dark' as const }],
  ['contrast', { contrast: 'more' as const }],
])('%s has no findings', async (name, options) => {
  const { page, context } = await person(drawn, options);
  await page.goto('/');
  await page.locator('h2').first().waitFor();
  await page.waitForLoadState('networkidle');
  await settle(page);
  await accessible(page, name);
  await shot(page, `desk-home-${name}`);
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[role="toolbar"]').waitFor({ timeout: 240_000 });
  await accessible(page, `${name} table`);
  await shot(page, `desk-table-${name}`);
  await context.close();
});

it('the dialog for a new table has no findings, and starts one', async () => {
  const { page, context } = await person(browser);
  await page.goto('/');
  await page.locator('[data-start="new"]').first().click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  await accessible(page, 'new table');
  await shot(page, 'desk-new-table');
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/t\//);
  await context.close();
});

it('waiting for a friend and the hand-over screen have no findings', async () => {
  const { page, context } = await person(browser);
  await table(page, { game: 'axiom', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await page.locator('#wait-title').waitFor();
  await accessible(page, 'waiting');
  await shot(page, 'desk-waiting');
  await table(page, { game: 'ascension', setup: 'seats=2', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[data-act="look"]').waitFor();
  await accessible(page, 'hand over');
  await shot(page, 'desk-hand-over');
  await context.close();
});

it('on a phone a move is made with the sheet and the thumb-sized button', async () => {
  const { page, context } = await person(browser, { viewport: PHONE, hasTouch: true });
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('.grip').tap();
  await page.locator('[data-act="pick"]').first().tap();
  await page.locator('[data-act="pick"]').first().tap();
  await shot(page, 'phone-sheet');
  await page.locator('.grip').tap();
  const before = await ply(page);
  const button = page.locator('.thumb button');
  const box = await button.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(48);
  await shot(page, 'phone-confirm');
  await button.tap();
  await moved(page, before);
  await context.close();
});

it.each([
  ['fr-BE', 'fr', 'Quatre jeux'],
  ['nl-BE', 'nl', 'Vier spellen'],
  ['de-DE', 'de', 'Vier vergriffene'],
  ['sv-SE', 'en', 'Four games'],
])('a browser that asks for %s is answered in %s', async (locale, lang, words) => {
  const { page, context } = await person(browser, { locale });
  await page.goto('/');
  expect(await page.locator('h1').innerText()).toContain(words);
  expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  await context.close();
});
