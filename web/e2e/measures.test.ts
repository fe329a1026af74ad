import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { installed, moved, person, settled, table, weigh } from './support';

it('the first page takes at most 120 kB of script', async () => {
  const { page } = await person();
  const weight = weigh(page);
  const plain: string[] = [];
  page.on('response', (answer) => {
    const { 'content-encoding': coding, 'content-length': length = '0' } = answer.headers();
    if (/\.(js|css)$/.test(answer.url()) && coding !== 'gzip' && Number(length) > 1000) plain.push(answer.url());
  });
  await page.goto('/');
  await page.locator('[data-start="engine"]').first().waitFor();
  await settled(page);
  expect(plain).toEqual([]);
  const size = await weight();
  expect(size).toBeGreaterThan(20);
  expect(size).toBeLessThan(120);
});
/** A tenth of a second: what a person takes for at once. */
const AT_ONCE = 100;

/** From now on the page's own time stands still: no timer of it ends, and no frame comes. */
async function stop(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

it('a click is a new state in the text twin at once', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  // A piece, and where it goes.
  for (let picks = 0; picks < 12 && (await page.locator('[data-act="confirm"]').count()) === 0; picks++)
    await page.locator('[data-act="pick"]').first().click();
  await stop(page);
  await page.locator('[data-act="confirm"]').click();
  await page.clock.runFor(AT_ONCE);
  await moved(page, 0);
});

it('after a page change the heading and the board in words stand at once', async () => {
  const { page } = await person();
  await page.goto('/learn/archimedes');
  const link = page.locator('a[href="/learn/archimedes/move"]').first();
  // The first time loads what the others have.
  await link.click();
  await page.locator('[data-lesson] [data-twin]').waitFor();
  await page.goBack();
  await link.waitFor();
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await stop(page);
  await link.click();
  await page.clock.runFor(AT_ONCE);
  await page.locator('[data-lesson] h1').waitFor();
  await page.locator('[data-lesson] [data-twin]').waitFor();
  expect(asked).toEqual([]);
});

it('without a server the page still opens and says so', async () => {
  const { page, context } = await person({ serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  await page.locator('.offline').waitFor();
  expect(await page.locator('.offline').innerText()).not.toBe('');
  await context.setOffline(false);
  await page.locator('.offline').waitFor({ state: 'detached' });
});

it('a server that goes away is told, and so is its return', async () => {
  const { page, context } = await person();
  await page.goto('/');
  await page.locator('[data-start="engine"]').first().waitFor();
  await context.route(/\/(api\/|healthz)/, (route) => route.abort());
  await page.locator('[data-start="open"]').first().click();
  await page.locator('.offline').waitFor();
  await context.unroute(/\/(api\/|healthz)/);
  await page.locator('.offline').waitFor({ state: 'detached' });
});
