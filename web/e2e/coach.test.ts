import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { accessible, HERE, person, PHONE, ply, shot, table, unfold, type PersonOptions } from './support';

/** A game against the computer, begun on the first page. */
async function against(game: GameKey, level: number, options: PersonOptions = {}): Promise<Page> {
  const { page } = await person(options);
  await page.addInitScript(
    ([key, value]) => {
      if (location.protocol !== 'about:') localStorage.setItem(key!, value!);
    },
    [`ludarium.level.${game}`, JSON.stringify({ level, row: 0 })],
  );
  await page.goto('/');
  await page.locator(`[aria-labelledby="game-${game}"] [data-start="engine"]`).click();
  await page.locator('[data-twin]').first().waitFor();
  return page;
}

/** Axiom, first move: a sceptre steps aside on its own cube, and the other side reaches it. */
const ASIDE = ['-1,0,2:z+', '-1,0,2:x-'];

async function pick(page: Page, names: string[]): Promise<void> {
  for (const name of names) {
    await unfold(page);
    await page.locator(`[data-act="pick"][data-target="${name}"]`).click();
  }
}

it('the coach is there for a newcomer, gives a hint in two steps, and is sent away for good', async () => {
  const page = await against('archimedes', 0);
  await page.locator('[data-coach="on"]').waitFor();
  await page.locator('[data-act="hint"]').click();
  await page.getByText('Look at this').waitFor();
  const hinted = page.locator('.flat-board .cell.hint');
  const piece = await hinted.getAttribute('data-cell');
  expect(await hinted.getAttribute('aria-label')).toContain('hint');
  await page.locator('[data-act="hint"]').click();
  await page.getByText('A good move now').waitFor();
  expect(await hinted.getAttribute('data-cell')).not.toBe(piece);
  expect(await page.locator('[data-act="hint"]').isDisabled()).toBe(true);
  await accessible(page, 'a hint');
  await page.locator('[data-act="coach"]').uncheck();
  await page.locator('[data-coach="off"]').waitFor();
  await page.reload();
  await page.locator('[data-coach="off"]').waitFor();
  expect(await page.locator('[data-act="hint"]').count()).toBe(0);
  await page.goto('/settings');
  expect(await page.locator('[data-act="coach"]').isChecked()).toBe(false);
});

it('whoever is about to lose is warned, and after the loss sees where it turned and tries again from there', async () => {
  const page = await against('axiom', 1);
  await page.locator('[data-coach="on"]').waitFor();
  await pick(page, ASIDE);
  const warning = page.getByRole('alert').filter({ hasText: 'Careful' });
  await warning.waitFor();
  expect(await warning.innerText()).toContain('White');
  await accessible(page, 'a warning');
  await shot(page, 'coach-warning');
  // Back takes it away; whoever insists plays it.
  await page.keyboard.press('Escape');
  await warning.waitFor({ state: 'detached' });
  await pick(page, ASIDE.slice(1));
  await warning.waitFor();
  await page.locator('.choices [data-act="confirm"]').click();
  await page.locator('[data-over]').waitFor();
  if (!HERE) return;
  await page.locator('[data-turning="done"]').waitFor();
  await accessible(page, 'the end, with where it turned');
  await shot(page, 'coach-turning-point');
  expect(await page.locator('[data-act="turning-point"]').getAttribute('href')).toMatch(/review\?id=l_\w+#at=1$/);
  await page.locator('[data-act="again"]').click();
  await page.locator('[data-over]').waitFor({ state: 'detached' });
  await page.locator('[data-act="pick"]').first().waitFor({ state: 'attached' });
  expect(await ply(page)).toBe(0);
});

it('on a phone the coach speaks over the board', async () => {
  const page = await against('axiom', 0, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.locator('.slim [data-act="hint"]').tap();
  await page.locator('.slim').getByText('Look at this').waitFor();
  await accessible(page, 'the coach on a phone');
});

it('between people there is no coach', async () => {
  const [first, second] = [await person(), await person()];
  const link = await table(first.page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await second.page.goto(link);
  await second.page.locator('[data-act="sit"]').click();
  for (const { page } of [first, second]) {
    await page.locator('[data-act="flag"]').waitFor();
    expect(await page.locator('[data-coach]').count()).toBe(0);
  }
});
