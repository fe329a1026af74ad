import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/games';
import { read, type Puzzle } from '../src/lib/puzzles/puzzle';
import { readFileSync } from 'node:fs';
import { accessible, DESK, HERE, installed, person, PHONE, settled, shot, stranger } from './support';

const puzzles = GAME_KEYS.flatMap((game) =>
  read(game, readFileSync(new URL(`../src/lib/games/${game}/puzzles.txt`, import.meta.url), 'utf8')),
);
const state = (page: Page): Promise<string | null> => page.locator('[data-puzzle]').getAttribute('data-state');
const address = ({ game, id }: Puzzle): string => `/puzzles/solve?game=${game}&id=${id}`;

/** Types a token into the field of the notation. */
async function type(page: Page, token: string): Promise<void> {
  await page.locator('[data-puzzle] form input').fill(token);
  await page.keyboard.press('Enter');
}
const comes = (page: Page, state: string): Promise<void> => page.locator(`[data-puzzle][data-state="${state}"]`).waitFor();

describe.skipIf(!HERE).each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s', (size, viewport) => {
  it('the page of puzzles and a puzzle have no findings', async () => {
    const { page } = await person({ viewport, hasTouch: size === 'phone', drawn: true });
    await page.goto('/puzzles');
    await page.locator('h1').waitFor();
    await settled(page);
    await accessible(page, 'puzzles');
    await shot(page, `${size}-puzzles`);
    await page.goto(address(puzzles[0]!));
    // On a phone it is in the sheet.
    await page.locator('[data-puzzle]').waitFor({ state: 'attached' });
    await settled(page);
    await accessible(page, 'a puzzle');
    await shot(page, `${size}-puzzle`);
  });
});

it.skipIf(!HERE)('puzzles are solved and failed without a network, with hints, and kept', async () => {
  const { page, context } = await stranger({ serviceWorkers: 'allow' });
  await page.goto('/puzzles');
  await installed(page);
  await context.setOffline(true);
  for (const game of GAME_KEYS) {
    const puzzle = puzzles.find((known) => known.game === game && known.turns === 1)!;
    await page.goto(address(puzzle));
    await page.locator('[data-act="hint"]').click();
    await type(page, puzzle.action);
    // The first of several actions of a turn is answered by nobody.
    await page.locator('[data-puzzle] [data-verdict]').waitFor();
    await expect.poll(() => page.locator('[data-twin]').first().getAttribute('data-ply')).not.toBe('0');
    await expect.poll(() => state(page)).toMatch(/playing|solved/);
  }

  const hold = puzzles.find(({ theme }) => theme === 'hold')!;
  await page.goto(address(hold));
  await page.locator('[data-puzzle] datalist option').first().waitFor({ state: 'attached' });
  const offers = await page.locator('[data-puzzle] datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  await type(page, offers.find((token) => token !== hold.action) ?? '');
  await comes(page, 'failed');
  expect(await page.locator('[data-verdict]').innerText()).toContain(':');
  await page.locator('[data-act="again"]').click();
  await type(page, hold.action);
  await comes(page, 'solved');

  await page.goto('/puzzles');
  await expect.poll(() => page.locator(`[data-game="${hold.game}"]`).innerText()).toMatch(/[12] of \d+ tried/);
});
