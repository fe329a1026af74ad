import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { lessons } from './rooms';
import { dice, person, playOut, unfold } from './support';

/** What a person needs: to think, point and press, in seconds (the keystroke-level model); words read in a second (238 a minute). */
const PRESS = 1.35 + 1.1 + 0.2;
const WORDS = 4;
/** To see what the other side did. */
const LOOK = 2;

/** Counts what is pressed and what is read. */
class Newcomer {
  presses = 0;
  words = 0;
  constructor(readonly page: Page) {}

  async press(what: string): Promise<void> {
    this.presses += 1;
    await this.page.locator(what).first().click();
  }
  async read(what: string): Promise<string> {
    const text = await this.page.locator(what).first().innerText();
    this.words += text.split(/\s+/).length;
    return text;
  }
  get seconds(): number {
    return this.presses * PRESS + this.words / WORDS;
  }
}

/** Does a lesson as its page says: reads it and plays the solution by the buttons of the list. */
async function learn(someone: Newcomer, game: GameKey, index: number): Promise<void> {
  const { page } = someone;
  const { id, solution } = lessons[game][index]!;
  await page.locator(`[data-lesson="${id}"][data-state="playing"] [data-twin]`).waitFor();
  await someone.read('.panel header');
  if (index === 0) await someone.read('.aim');
  await someone.read('.task');
  for (const token of solution) {
    await page.waitForFunction(() => document.querySelector('.choices button') !== null);
    for (let picks = 0; picks < 4; picks++) {
      await unfold(page);
      const ready = page.locator(`[data-token="${token}"][aria-pressed="true"], .preview [data-token="${token}"]`);
      if (await ready.count()) break;
      const direct = page.locator(`[data-act="choose"][data-token="${token}"]`);
      if (await direct.count()) {
        await someone.press(`[data-act="choose"][data-token="${token}"]`);
        continue;
      }
      const parts = await page.locator('[data-act="pick"]').evaluateAll((all) => all.map((one) => one.getAttribute('data-target') ?? ''));
      // The pawn is not in the name of its step; where there is only one piece to press, that is it.
      const wanted =
        parts.filter((part) => token.includes(part)).sort((a, b) => b.length - a.length)[0] ?? (parts.length === 1 ? parts[0] : undefined);
      expect(wanted, `${game} ${id}: ${token} among ${parts.join(' ')}`).toBeDefined();
      await someone.press(`[data-act="pick"][data-target="${wanted}"]`);
    }
    await someone.press('[data-act="confirm"]');
    await page.waitForFunction((t) => document.querySelector('.preview [data-token]')?.getAttribute('data-token') !== t, token);
  }
  await page.locator('[data-state="solved"]').waitFor();
  await someone.read('.verdict');
}

it('who has read nothing does the first lessons of each game and wins or loses to level 1 within ten minutes', async () => {
  const { page } = await person();
  // Chance and the friendly level overlook each other's mistakes for an hour: a level that knows how to win.
  await page.addInitScript(
    (games) => games.forEach((game) => localStorage.setItem(`ludarium.level.${game}`, '{"level":1,"row":0}')),
    [...GAME_KEYS],
  );
  const someone = new Newcomer(page);
  await page.goto('/');
  await someone.press('.intro a[href="/learn"]');
  for (const [i, game] of [...GAME_KEYS].reverse().entries()) {
    await someone.read(`.games li:nth-child(${GAME_KEYS.length - i})`);
    await someone.press(`.games a.go[href^="/learn/${game}/"]`);
    for (const lesson of [0, 1, 2]) {
      await learn(someone, game, lesson);
      if (lesson < 2) await someone.press('.verdict a.go');
    }
    if (i < GAME_KEYS.length - 1) await someone.press('nav a[href="/learn"]');
  }
  // The page offers what comes next: a game of Axiom, the last one learnt.
  await someone.press('[data-act="play"]');
  await page.waitForURL(/\/(t\/|local\?)/);
  await someone.read('.aim');
  const actions = await playOut(page, dice(7), 120);
  await someone.read('[data-over]');
  // A piece, a place, a confirmation. Who thinks lasts longer than chance.
  const game = Math.max(actions, 20) * (3 * PRESS + LOOK);
  expect(someone.seconds + game, `${someone.presses} presses, ${someone.words} words, ${actions} actions in the game`).toBeLessThan(600);
});
