import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/games';
import { accessible, cost, DESK, moved, person, PHONE, ply, settled, shot, still, table, weigh } from './support';

describe.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s', (size, viewport) => {
  it.each(['/', '/settings', '/account', '/leaderboard', '/nowhere'])('%s has no findings', async (path) => {
    const { page } = await person({ viewport, hasTouch: size === 'phone' });
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await settled(page);
    await accessible(page, path);
    await shot(page, `${size}-page${path.replaceAll('/', '-')}`);
  });

  it.each(GAME_KEYS)('a table of %s has no findings, is small, takes few draw calls and rests', async (game) => {
    const { page } = await person({ drawn: true, viewport, hasTouch: size === 'phone' });
    const weight = weigh(page);
    await page.goto('/');
    await page.locator('[data-start="engine"]').first().waitFor();
    await table(page, { game, setup: game === 'ascension' ? 'seats=2' : '', seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] });
    await page.locator('[role="toolbar"]').waitFor();
    await settled(page);
    await still(page);
    await accessible(page, game);
    await shot(page, `${size}-table-${game}`);
    const before = await cost(page);
    expect(before.calls).toBeGreaterThan(3);
    expect(before.calls).toBeLessThanOrEqual(60);
    await still(page, 60);
    expect((await cost(page)).frames - before.frames, 'frames at rest').toBe(0);
    expect(await weight()).toBeLessThan(350);
  });
});

it.each([
  ['dark', { colorScheme: 'dark' as const }],
  ['contrast', { contrast: 'more' as const }],
])('%s has no findings', async (name, options) => {
  const { page } = await person({ drawn: true, ...options });
  await page.goto('/');
  await page.locator('h2').first().waitFor();
  await settled(page);
  await accessible(page, name);
  await shot(page, `desk-home-${name}`);
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[role="toolbar"]').waitFor();
  await still(page);
  await accessible(page, `${name} table`);
  await shot(page, `desk-table-${name}`);
});

it('the dialog for a new table has no findings, and starts one', async () => {
  const { page } = await person();
  await page.goto('/');
  await page.locator('[data-start="new"]').first().click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  await accessible(page, 'new table');
  await shot(page, 'desk-new-table');
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/(t\/|local\?)/);
});

it('waiting for a friend and the hand-over screen have no findings', async () => {
  const { page } = await person();
  await table(page, { game: 'axiom', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await page.locator('#wait-title').waitFor();
  await accessible(page, 'waiting');
  await shot(page, 'desk-waiting');
  await table(page, { game: 'ascension', setup: 'seats=2', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[data-act="look"]').waitFor();
  await accessible(page, 'hand over');
  await shot(page, 'desk-hand-over');
});

it('on a phone a move is made with the sheet and the thumb-sized button', async () => {
  const { page } = await person({ viewport: PHONE, hasTouch: true });
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
});

it.each([
  ['fr-BE', 'fr', 'Quatre jeux'],
  ['nl-BE', 'nl', 'Vier spellen'],
  ['de-DE', 'de', 'Vier vergriffene'],
  ['sv-SE', 'en', 'Four games'],
])('a browser that asks for %s is answered in %s', async (locale, lang, words) => {
  const { page } = await person({ locale });
  await page.goto('/');
  expect(await page.locator('h1').innerText()).toContain(words);
  expect(await page.locator('html').getAttribute('lang')).toBe(lang);
});
