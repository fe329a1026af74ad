import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../src/lib/games';
import { lessons } from './rooms';
import { accessible, person, PHONE, settled, shot, still } from './support';

/** A word of each language that the learn pages show. */
const TONGUES = [
  ['en-GB', 'Lessons', 'Well done'],
  ['fr-FR', 'Leçons', 'Bravo'],
  ['nl-NL', 'Lessen', 'Goed gedaan'],
  ['de-DE', 'Lektionen', 'Gut gemacht'],
] as const;

/** Types a token where moves are typed, once the last one is answered, and plays it, by keys alone. */
async function type(page: Page, token: string): Promise<void> {
  await page.waitForFunction(() => {
    const field = document.querySelector<HTMLInputElement>('.panel input[type="text"]');
    return field?.value === '' && !field.disabled;
  });
  await page.locator('.panel input[type="text"]').focus();
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
}
const state = (page: Page, wanted: string): Promise<void> => page.locator(`[data-state="${wanted}"]`).waitFor();

describe('without pictures', () => {
  it.each(TONGUES)('in %s the overview, the rules and a lesson have no findings', async (locale, word, praise) => {
    const { page } = await person({ locale });
    await page.goto('/learn');
    await page.locator('h2').first().waitFor();
    await accessible(page, `${locale} overview`);
    for (const game of GAME_KEYS) {
      await page.goto(`/learn/${game}`);
      await page.locator('#r-lessons', { hasText: word }).waitFor();
      await page.locator('article figure').first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      await accessible(page, `${locale} rules of ${game}`);
    }
    await page.goto('/learn/shared');
    await page.locator('article .clause').first().waitFor();
    await accessible(page, `${locale} what all games share`);
    await page.goto('/learn/archimedes/move');
    await page.locator('[data-twin]').waitFor();
    await accessible(page, `${locale} lesson`);
    await type(page, 'a2-c4');
    await page.locator('.verdict', { hasText: praise }).waitFor();
    await accessible(page, `${locale} solved`);
  });

  it.each(GAME_KEYS)('the first lessons of %s are done by keyboard alone, and kept', async (game) => {
    const { page } = await person();
    const [first, second] = lessons[game];
    await page.goto(`/learn/${game}/${first!.id}`);
    await page.locator('[data-twin]').waitFor();
    for (const token of first!.solution) await type(page, token);
    await state(page, 'solved');
    // The next step has the focus.
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-focus'));
    await page.keyboard.press('Enter');
    await page.locator(`[data-lesson="${second!.id}"][data-state="playing"] [data-twin]`).waitFor();
    for (const token of second!.solution) await type(page, token);
    await state(page, 'solved');
    await page.goto(`/learn/${game}`);
    await page.locator('.path li:nth-child(2) svg').waitFor();
    expect(await page.locator('.path svg').count()).toBe(2);
  });

  it('a mistake gets a kind word, a refusal its clause, and the clause is one link away', async () => {
    const { page } = await person();
    await page.goto('/learn/axiom/stack');
    await page.locator('[data-twin]').waitFor();
    await type(page, 'C0,0,2>0,1,3:z+');
    const link = page.locator('.why a');
    await link.waitFor();
    await accessible(page, 'refused');
    expect(await link.getAttribute('href')).toBe('/learn/axiom#4.3');
    await link.click();
    await page.waitForFunction(() => document.activeElement?.id === '4.3');
    await page.goto('/learn/axiom/edge');
    await page.locator('[data-twin]').waitFor();
    await type(page, 'S1,0,2:z+>1,0,2:y-');
    await state(page, 'missed');
    await page.locator('[data-act="again"]').click();
    await state(page, 'playing');
    await page.locator('[data-act="show"]').click();
    await state(page, 'solved');
    // What was shown is no deed of the learner's.
    expect(await page.locator('.verdict').innerText()).not.toContain('Well done');
    expect(await page.locator('header').last().innerText()).not.toContain('done');
    await page.locator('.verdict [data-act="again"]').click();
    await state(page, 'playing');
    // What the hint is about glows, wherever the pointer goes.
    await page.locator('[data-act="hint"]').click();
    await page.mouse.move(5, 5);
    await page.locator('.hint.cube').waitFor();
  });
});

describe('with pictures', () => {
  it.each(GAME_KEYS)('the figures of %s come alive as they are scrolled to, two at a time', async (game) => {
    const { page } = await person({ drawn: true });
    await page.goto(`/learn/${game}`);
    const figures = page.locator('article figure');
    await figures.first().waitFor();
    // Three are enough to see one give way, and drawing without a graphics card takes its time.
    for (let i = 0; i < 3; i++) {
      const one = figures.nth(i);
      await one.scrollIntoViewIfNeeded();
      await page.waitForFunction((at) => {
        const figure = document.querySelectorAll('article figure')[at];
        return figure?.getAttribute('data-live') === 'yes' || figure?.querySelector('img') !== null;
      }, i);
      expect(await page.locator('figure[data-live="yes"]').count()).toBeLessThanOrEqual(2);
      await shot(page, `figure-${game}-${i + 1}`);
    }
  });

  it('a lesson on a phone has no findings and shows its board', async () => {
    const { page } = await person({ drawn: true, viewport: PHONE, hasTouch: true });
    await page.goto('/learn/abraxas/line');
    await page.locator('[role="toolbar"]').waitFor();
    await settled(page);
    await still(page);
    await accessible(page, 'lesson on a phone');
    await shot(page, 'phone-lesson');
  });
});
