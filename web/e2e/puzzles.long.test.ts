import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/games';
import type { Puzzle } from '../src/lib/puzzles/puzzle';
import { address, offers, puzzles, state, type } from './puzzles';
import { HERE, installed, stranger } from './support';

/** Evenly spread over the collection of a game, of those whose last turn can be found by trying. */
function some(game: Puzzle['game'], count: number): Puzzle[] {
  const short = puzzles.filter((puzzle) => puzzle.game === game && puzzle.turns <= 2);
  return Array.from({ length: count }, (_, i) => short[Math.floor((i * (short.length - 1)) / (count - 1))]!);
}

/** Plays a token from the field; answers with what has come of it. */
async function play(page: Page, token: string): Promise<string> {
  const twin = page.locator('[data-twin]').first();
  const before = await twin.getAttribute('data-ply');
  await type(page, token);
  await expect.poll(() => twin.getAttribute('data-ply')).not.toBe(before);
  await expect.poll(() => state(page)).not.toBe('thinking');
  return (await state(page))!;
}

/** From the beginning, along a way that was right so far. */
async function again(page: Page, way: readonly string[]): Promise<void> {
  await page.locator('[data-act="again"]').click();
  await page.locator('[data-puzzle][data-state="playing"]').waitFor();
  for (const token of way) expect(await play(page, token)).toBe('playing');
}

/** Finds the rest by trying whatever is offered. */
async function solve(page: Page, puzzle: Puzzle): Promise<void> {
  const way = [puzzle.action];
  await again(page, []);
  for (let now = await play(page, puzzle.action); now !== 'solved';) {
    const left = await offers(page);
    for (const token of left) {
      now = await play(page, token);
      if (now !== 'failed') {
        way.push(token);
        break;
      }
      await again(page, way);
    }
    expect(now, `${puzzle.game} ${puzzle.id} ${way.join(' ')}`).not.toBe('failed');
  }
}

describe.skipIf(!HERE)('a hundred puzzles', () => {
  it.each(GAME_KEYS)('25 of %s are failed and solved without a network, and counted', async (game) => {
    const { page, context } = await stranger({ serviceWorkers: 'allow' });
    await page.goto('/puzzles');
    await installed(page);
    await context.setOffline(true);
    for (const puzzle of some(game, 25)) {
      await page.goto(address(puzzle));
      const wrong = (await offers(page)).find((token) => token !== puzzle.action);
      // A position with one action is no puzzle.
      expect(wrong).toBeDefined();
      expect(await play(page, wrong!), `${address(puzzle)} ${wrong}`).toBe('failed');
      await solve(page, puzzle);
    }
    await page.goto('/puzzles');
    await expect.poll(() => page.locator(`[data-game="${game}"]`).innerText()).toContain('25 of ');
  });
});
