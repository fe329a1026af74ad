import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { accessible, cost, launch, person, shot } from './support';

let browser: Browser;
beforeAll(async () => void (browser = await launch(true)));
afterAll(() => browser.close());

/** The picture once nothing is drawn any more. */
async function still(page: Page): Promise<string> {
  let before = -1;
  for (let frames = (await cost(page)).frames; frames !== before; frames = (await cost(page)).frames) {
    before = frames;
    await page.waitForTimeout(500);
  }
  // The buttons lie over the canvas, and look pressed or not themselves.
  return (await page.locator('canvas').screenshot({ style: '.tools { visibility: hidden }', timeout: 120_000 })).toString('base64');
}

async function opened(game: GameKey): Promise<{ page: Page; trouble: string[]; close: () => Promise<void> }> {
  // A small one: there may be no graphics card.
  const { page, trouble, context } = await person(browser, { viewport: { width: 1000, height: 600 } });
  await page.goto(`/analysis/${game}`);
  await page.locator('[role="toolbar"]').waitFor({ timeout: 60_000 });
  // Nothing is pointed at, so that nothing is lit.
  await page.mouse.move(2, 2);
  return { page, trouble, close: () => context.close() };
}
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

it.each([
  ['axiom', 'See through cubes'],
  ['axiom', 'Pull the layers apart'],
  ['ascension', 'Show heights'],
] as [GameKey, string][])('%s: “%s” is another picture, on and off', async (game, name) => {
  const { page, trouble, close } = await opened(game);
  const plain = await still(page);
  const button = tool(page, name);
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  const changed = await still(page);
  expect(changed === plain).toBe(false);
  await accessible(page, name);
  await shot(page, `view-${game}-${name.toLowerCase().replaceAll(' ', '-')}`);
  expect((await cost(page)).calls).toBeLessThanOrEqual(60);
  await button.press('Enter');
  expect((await still(page)) === plain).toBe(true);
  expect(trouble).toEqual([]);
  await close();
});

it.each(['axiom', 'ascension'] as GameKey[])('%s: seen from above, from the side, and from the seat again', async (game) => {
  const { page, trouble, close } = await opened(game);
  await tool(page, 'From my seat').press('Enter');
  const seat = await still(page);
  await tool(page, 'From above').press('Enter');
  const top = await still(page);
  await tool(page, 'From the side').press('Enter');
  const side = await still(page);
  await shot(page, `view-${game}-side`);
  expect(new Set([seat, top, side]).size).toBe(3);
  await tool(page, 'From my seat').press('Enter');
  expect((await still(page)) === seat).toBe(true);
  expect(trouble).toEqual([]);
  await close();
});
