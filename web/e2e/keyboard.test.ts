import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { moved, over, person, ply, table } from './support';

const onto = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector);

/** Tab until the focus is on what is wanted. */
async function reach(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 120; i++) {
    if (await onto(page, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${selector}`);
}

it('a whole game with the keyboard alone', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', setup: 'turn_limit=2', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[data-twin]').first().waitFor();
  while (!(await over(page))) {
    const before = await ply(page);
    await reach(page, '[data-act="pick"]');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 4 && !(await onto(page, '[data-act="confirm"]')); i++) {
      await reach(page, '[data-act="pick"], [data-act="confirm"]');
      if (!(await onto(page, '[data-act="confirm"]'))) await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Enter');
    await moved(page, before);
    expect(await page.locator('[data-spoken]').textContent()).toContain('cube from');
  }
});

it('the grid is walked by arrows and picked by Enter', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  // Where the board comes to stand: the focus would have to move there with it.
  const cell = page.locator('.flat-board [data-cell="a2"]');
  await cell.focus();
  await page.keyboard.press('Enter');
  expect(await cell.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowRight');
  expect(await onto(page, '[data-cell="a3"]')).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await onto(page, '[data-cell="b4"]')).toBe(true);
  await page.keyboard.press('Escape');
  expect(await cell.getAttribute('aria-selected')).toBe('false');
});

it('a press that no action answers is refused with its clause', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  for (const cell of ['a2', 'a3']) await page.locator(`.flat-board [data-cell="${cell}"]`).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/Rule Archimedes 3\.\d/);
});

it('typed notation is played, and a wrong one is refused with its clause', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  const field = page.getByLabel('Or type a move');
  await field.fill('a4-b5');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').innerText()).toMatch(/Rule Archimedes 3\.\d/);
  const legal = await page.locator('[data-act="pick"]').first().getAttribute('data-target');
  expect(legal).toBe('a2');
});
