import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mistakes, recordOf, type Mistake } from './mistakes';
import { accessible, api, person, shot } from './support';

/** Opens the game and has all of it analysed. */
async function analysed(page: Page, { game, setup, played }: Mistake): Promise<void> {
  await page.goto('/review');
  const { setup: complete } = await api<{ setup: string }>(page, 'POST', '/check', { game, setup });
  await page.locator('textarea').fill(recordOf(game, complete, played));
  await page.locator('[data-act="open"]').click();
  await page.locator('[data-twin]').waitFor();
  await page.locator('#tab-game').click();
  await page.locator('[data-act="analyse"]').click();
  await page.locator('details table').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('progress') === null);
}
const remark = (page: Page): Promise<string> => page.locator('[data-remark]').innerText();
/** Types a move on the tab of the board. */
async function type(page: Page, token: string): Promise<void> {
  await page.locator('#tab-board').click();
  await page.locator('.panel input[type="text"]').first().fill(token);
  await page.keyboard.press('Enter');
}

describe.each(mistakes)('%s', (name, mistake) => {
  it('the mistake is found, said in words that name it, and tried again', async () => {
    const { page } = await person();
    await analysed(page, mistake);
    expect(await page.locator('details table tbody tr').count()).toBe(mistake.played.length);
    await page
      .locator('[data-act="mistake"]', { has: page.locator(`[data-token="${mistake.played[mistake.ply - 1]!}"]`) })
      .first()
      .click();
    await page.locator('#tab-moves').click();
    expect(await remark(page)).toMatch(/costs \d+\s?%/);
    for (const said of mistake.said) await expect.poll(() => remark(page)).toMatch(said);
    await accessible(page, 'remark');
    await shot(page, `remark-${name.replaceAll(' ', '-')}`);

    await page.locator('#tab-game').click();
    const right =
      mistake.right ??
      (await page.locator(`details tbody tr:nth-child(${mistake.ply}) [data-best] [data-token]`).getAttribute('data-token'))!;
    await page.locator('[data-act="retry"]').first().click();
    await page.locator('[data-retry="ask"]').waitFor();
    await type(page, mistake.played[mistake.ply - 1]!);
    await page.locator('[data-retry="wrong"]').waitFor();
    await accessible(page, 'tried wrong');
    await type(page, right);
    await page.locator('[data-retry="right"]').waitFor();
    await accessible(page, 'tried right');
    await page.locator('[data-act="retry-end"]').click();
    await page.locator('[data-retry]').waitFor({ state: 'detached' });

    await page.locator('#tab-game').click();
    await page.locator('[data-act="retry"]').first().click();
    await page.locator('[data-act="retry-show"]').click();
    await page.locator('[data-retry="shown"]').waitFor();
    await accessible(page, 'shown');
  });
});

it.each([
  ['fr-FR', 'laisse Blanc atteindre 0,0,1 au coup suivant et gagner'],
  ['nl-NL', 'laat Wit de volgende zet 0,0,1 bereiken en winnen'],
  ['de-DE', 'lässt Weiß im nächsten Zug 0,0,1 erreichen und gewinnen'],
])('in %s too', async (locale, words) => {
  const { page } = await person({ locale });
  await analysed(page, mistakes[0]![1]);
  await page.locator('[data-act="mistake"]').first().click();
  await page.locator('#tab-moves').click();
  await expect.poll(() => remark(page)).toContain(words);
});
