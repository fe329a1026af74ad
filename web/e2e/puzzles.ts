import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { GAME_KEYS } from '../src/lib/games';
import { read, type Puzzle } from '../src/lib/puzzles/puzzle';

/** The collection. */
export const puzzles = GAME_KEYS.flatMap((game) =>
  read(game, readFileSync(new URL(`../src/lib/games/${game}/puzzles.txt`, import.meta.url), 'utf8')),
);
export const address = ({ game, id }: Puzzle): string => `/puzzles/solve?game=${game}&id=${id}`;

export const state = (page: Page): Promise<string | null> => page.locator('[data-puzzle]').getAttribute('data-state');
export const comes = (page: Page, state: string): Promise<void> => page.locator(`[data-puzzle][data-state="${state}"]`).waitFor();

/** Types a token into the field of the notation. */
export async function type(page: Page, token: string): Promise<void> {
  await page.locator('[data-puzzle] form input').fill(token);
  await page.keyboard.press('Enter');
}
/** The tokens that the field offers. */
export async function offers(page: Page): Promise<string[]> {
  const options = page.locator('[data-puzzle] datalist option');
  await options.first().waitFor({ state: 'attached' });
  return options.evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
}
