import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { accessible, cost, person, PHONE, shot, still, table } from './support';

/** The picture once nothing is drawn any more. */
async function picture(page: Page): Promise<string> {
  await still(page);
  // The buttons lie over the canvas, and look pressed or not themselves.
  return (await page.locator('canvas').screenshot({ style: '.tools { visibility: hidden }' })).toString('base64');
}

async function opened(game: GameKey): Promise<Page> {
  // A small one: there may be no graphics card.
  const { page } = await person({ drawn: true, viewport: { width: 1000, height: 600 } });
  await page.goto(`/analysis/${game}`);
  await page.locator('[role="toolbar"]').waitFor();
  // Nothing is pointed at, so that nothing is lit.
  await page.mouse.move(2, 2);
  return page;
}
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

it.each([
  ['axiom', 'See through cubes'],
  ['axiom', 'Pull the levels apart'],
  ['ascension', 'Show heights'],
] as [GameKey, string][])('%s: “%s” is another picture, on and off', async (game, name) => {
  const page = await opened(game);
  const plain = await picture(page);
  const button = tool(page, name);
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  const changed = await picture(page);
  expect(changed === plain).toBe(false);
  await accessible(page, name);
  await shot(page, `view-${game}-${name.toLowerCase().replaceAll(' ', '-')}`);
  expect((await cost(page)).calls).toBeLessThanOrEqual(60);
  await button.press('Enter');
  expect((await picture(page)) === plain).toBe(true);
});

it.each(['axiom', 'ascension'] as GameKey[])('%s: seen from above, from the side, and from the seat again', async (game) => {
  const page = await opened(game);
  await tool(page, 'From my seat').press('Enter');
  const seat = await picture(page);
  await tool(page, 'From above').press('Enter');
  const top = await picture(page);
  await tool(page, 'From the side').press('Enter');
  const side = await picture(page);
  await shot(page, `view-${game}-side`);
  expect(new Set([seat, top, side]).size).toBe(3);
  await tool(page, 'From my seat').press('Enter');
  expect((await picture(page)) === seat).toBe(true);
});

/** Where an element lies on the page. */
const box = async (page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
  (await page.locator(selector).first().boundingBox())!;

it.each(GAME_KEYS)('%s: on a phone the whole board is seen, as wide as the screen, with nothing over it', async (game) => {
  const { page } = await person({ drawn: true, viewport: PHONE, hasTouch: true, isMobile: true });
  await table(page, { game, setup: game === 'ascension' ? 'seats=2' : '', seats: [{ kind: 'me' }, { kind: 'engine', level: 0 }] });
  // Sound is offered once; whoever has answered is not asked again.
  await page.locator('[data-act="sound-off"]').tap();
  await page.locator('[data-act="sound-off"]').waitFor({ state: 'detached' });
  await page.locator('[role="toolbar"]').waitFor();
  await still(page);
  const canvas = await box(page, 'canvas');
  expect(canvas.width).toBe(PHONE.width);
  expect(canvas.height).toBeGreaterThan(PHONE.height * 0.54);
  expect(await page.locator('canvas').getAttribute('data-whole')).toBe('true');
  const [others, tools, own] = [await box(page, '.slim.top'), await box(page, '.tools'), await box(page, '.slim.bottom .seats')];
  // The other seats, and below them the aim of the game or what has happened.
  await page.locator('.slim.top .words p').first().waitFor();
  expect(others.y + others.height).toBeLessThanOrEqual(canvas.y);
  expect(tools.y).toBeGreaterThanOrEqual(canvas.y + canvas.height);
  expect(own.y).toBeGreaterThanOrEqual(tools.y + tools.height);
  await page.reload();
  await still(page);
  expect(await page.locator('[data-act="sound-off"]').count()).toBe(0);
  await shot(page, `phone-${game}`);
});
