import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { accessible, person, PHONE, settled, sheet, shot } from './support';

/** What is put where, and what the text of the position then has. */
const PUT: [GameKey, string, string, string, RegExp][] = [
  ['axiom', '', 'cube 0 1', '-2,2,1', /\/-2,2,1:x\+/],
  ['abraxas', '#setup=from=8/8/8/3r4/3r4/8/8/8,NW,1,place,0-0,3-3,2', 'r', 'h1', /\/7r,NW/],
  ['archimedes', '', '1', 'd4', /,d4\//],
  ['ascension', '', 'plain 1', 'b1', /^,\d+\S\d*\+77,/],
];

it.each(PUT)('%s: a piece is put by a finger and judged at once, put and taken off by keys', async (game, hash, tool, cell, text) => {
  const { page } = await person({ viewport: PHONE, hasTouch: true });
  await page.goto(`/analysis/${game}${hash}`);
  await page.locator('[data-twin]').waitFor();
  await sheet(page, true);
  await page.locator('#tab-setup').tap();
  const field = page.locator('[data-position]');
  const before = await field.inputValue();
  await page.locator(`[data-tool="${tool}"]`).tap();
  const spot = page.locator(`.hand [data-cell="${cell}"]`);
  await spot.tap();
  await expect.poll(() => field.inputValue()).toMatch(text);
  await page.locator('[data-verdict="accepted"], [data-verdict="refused"]').waitFor();
  await settled(page);
  await accessible(page, `${game}: editor`);
  await shot(page, `phone-editor-${game}`);
  await page.locator('[data-act="reset"]').tap();
  await expect.poll(() => field.inputValue()).toBe(before);
  await spot.press('Enter');
  await expect.poll(() => field.inputValue()).toMatch(text);
  await spot.press('Delete');
  await expect.poll(() => field.inputValue()).toBe(before);
  await page.locator('[data-verdict="accepted"]').waitFor();
});
