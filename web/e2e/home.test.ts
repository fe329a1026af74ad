import { expect, it } from 'vitest';
import { accessible, act, dice, HERE, person, PHONE, ply, settled, shot, stranger, table } from './support';

it.skipIf(!HERE)('a game of this device stands on the first page with its board, and can be dropped', async () => {
  const { page } = await stranger();
  await page.goto('/');
  for (const game of ['archimedes', 'axiom']) {
    await page.locator(`[aria-labelledby="game-${game}"] [data-start="device"]`).click();
    await act(page, dice(3));
    await page.locator('a[href="/"]').first().click();
  }
  // The latest first.
  const boards = page.locator('[data-own] [data-small]');
  await expect.poll(() => boards.evaluateAll((all) => all.map((one) => one.getAttribute('data-small')))).toEqual(['axiom', 'archimedes']);
  await page.locator('[data-small="archimedes"][data-ply="1"] svg').waitFor();
  await expect.poll(() => page.locator('[data-own]').last().innerText()).toContain('Red to play');
  await accessible(page, 'own games');
  await shot(page, 'desk-home-own');
  await page.locator('[data-own]').last().locator('[data-act="drop"]').click();
  await accessible(page, 'dropping a game');
  await page.locator('[data-act="drop-sure"]').click();
  await expect.poll(() => boards.count()).toBe(1);
  await page.reload();
  await boards.first().waitFor();
  expect(await page.locator('[data-small="archimedes"]').count()).toBe(0);
});

it('games at the server are live on the first page; one that is over is apart from them', async () => {
  const [first, second] = [await person(), await person()];
  const link = await table(first.page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await second.page.goto(link);
  await second.page.locator('[data-act="sit"]').click();
  await act(first.page, dice(1));
  await first.page.goto('/');
  await first.page.locator('[data-own] [data-ply="1"] svg').waitFor();
  expect(await first.page.locator('[data-own]').innerText()).toContain('Red to play');
  await act(second.page, dice(2));
  await first.page.locator('[data-own] [data-ply="2"]').waitFor();
  await expect.poll(() => first.page.locator('[data-own]').innerText()).toContain('Your turn');
  await first.page.locator('[data-act="drop"]').click();
  await first.page.locator('[data-act="drop-sure"]').click();
  await first.page.locator('[data-own]').waitFor({ state: 'detached' });
  await second.page.locator('[data-over="resign"]').waitFor();
  await first.page.reload();
  await first.page.locator('[aria-labelledby="finished"] a[href^="/review/"]').waitFor();
  await accessible(first.page, 'finished games');
});

it.skipIf(!HERE)('where nobody waits a game is on show, replayed on this device, and its story is a click away', async () => {
  const { page } = await person({ viewport: PHONE });
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.locator('.foot').scrollIntoViewIfNeeded();
  const board = page.locator('[data-show] [data-small]');
  await page.locator('[data-show] [data-ply="0"] svg').waitFor();
  await page.locator('[data-act="show-step"]').click();
  await page.locator('[data-show] [data-ply="1"] svg').waitFor();
  await expect.poll(() => page.locator('[data-show] .said').innerText()).not.toBe('');
  const game = await board.getAttribute('data-small');
  await page.locator('[data-act="show-next"]').click();
  await expect.poll(() => board.getAttribute('data-small')).not.toBe(game);
  await settled(page);
  await accessible(page, 'on show');
  await shot(page, 'phone-home-show');
  expect(asked.filter((path) => path.includes('/api/position'))).toEqual([]);
  await page.locator('[data-act="story"]').first().click();
  await expect.poll(() => page.locator('dialog').innerText()).toContain('Seventh Seal');
  await accessible(page, 'story');
  await shot(page, 'phone-story');
});

it('the quick button and the dialog begin at the same level', async () => {
  const { page } = await person();
  await page.addInitScript(() => location.protocol !== 'about:' && localStorage.setItem('ludarium.level.axiom', '{"level":2,"row":0}'));
  await page.goto('/');
  await page.locator('[aria-labelledby="game-axiom"] [data-start="new"]').click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  expect(await page.locator('#seat-1 ~ select').inputValue()).toBe('2');
  await page.keyboard.press('Escape');
  await page.locator('[aria-labelledby="game-axiom"] [data-start="engine"]').click();
  await page.locator('.seats', { hasText: 'Computer, level 2' }).first().waitFor();
});

it('the secret of a private table leaves the address of whoever has a seat', async () => {
  const [first, second] = [await person(), await person()];
  const link = await table(first.page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await second.page.goto(link);
  await second.page.locator('[data-act="sit"]').waitFor();
  // Whoever only looks needs it for the next look.
  expect(second.page.url()).toContain('invite');
  await expect.poll(() => first.page.url()).not.toContain('invite');
  // A reload still gets in, and has the whole link to send.
  await first.page.reload();
  await first.page.locator('#wait-link').waitFor();
  expect(await first.page.locator('#wait-link').inputValue()).toBe(new URL(link, first.page.url()).href);
  await second.page.locator('[data-act="sit"]').click();
  await expect.poll(() => second.page.url()).not.toContain('invite');
  await act(first.page, dice(1));
  expect(await ply(first.page)).toBe(1);
});

it('who sits down watches no more', async () => {
  const [first, second] = [await person(), await person()];
  const link = await table(first.page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await second.page.goto(link);
  await expect.poll(() => first.page.locator('.watching').textContent()).toContain('1');
  await second.page.locator('[data-act="sit"]').click();
  await first.page.locator('.watching.nobody').waitFor({ state: 'attached' });
});
