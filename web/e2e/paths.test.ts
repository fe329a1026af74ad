import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessible, act, dice, moved, person, PHONE, ply, shot, table } from './support';

/** Two people at one table, the second by the link. */
async function two(wish: Parameters<typeof table>[1]) {
  const first = await person();
  const second = await person();
  const link = await table(first.page, { ...wish, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await second.page.goto(link);
  await second.page.locator('[data-act="sit"]').click();
  await Promise.all([first, second].map(({ page }) => page.locator('[data-prompt]').waitFor()));
  await first.page.locator('#wait-title').waitFor({ state: 'detached' });
  return { first, second };
}

async function type(page: Page, token: string): Promise<void> {
  const before = await ply(page);
  await page.getByLabel('Or type a move').fill(token);
  await page.keyboard.press('Enter');
  await moved(page, before);
}

async function ownStart(page: Page, game: string): Promise<void> {
  await page.goto('/');
  await page.locator(`[aria-labelledby="game-${game}"] [data-start="new"]`).click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
}

it('a start of Axiom of one’s own is built, and the rules say what is wrong with it', async () => {
  const { page } = await person({ viewport: PHONE });
  await ownStart(page, 'axiom');
  await page.getByLabel('Start', { exact: false }).first().selectOption({ label: 'Your own…' });
  const cells = page.locator('.start input[aria-label]');
  expect(await cells.count()).toBe(6);
  // Two cubes in one place cannot be.
  await cells.nth(1).fill(await cells.first().inputValue());
  await cells.nth(1).blur();
  await page.locator('[data-act="start"]').click();
  await page.locator('.why').waitFor();
  expect(await page.locator('.why a').getAttribute('href')).toMatch(/^\/learn\/axiom#\d/);
  await accessible(page, 'start refused');
  await shot(page, 'phone-start-refused');
  await cells.nth(1).fill('0,0,2');
  await cells.nth(1).blur();
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/(t\/|local\?)/);
});

it('a sheet of Abraxas of one’s own is what lies on the table', async () => {
  const { page } = await person({ viewport: PHONE });
  await ownStart(page, 'abraxas');
  await page.getByRole('group', { name: 'Sheet', exact: true }).getByText('Your own…').click();
  for (const cell of ['A1', 'I9', 'E5']) {
    const button = page.locator('.sheet').getByRole('button', { name: cell, exact: true });
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  }
  await accessible(page, 'sheet editor');
  await shot(page, 'phone-sheet-editor');
  await page.locator('[data-act="start"]').click();
  await page.waitForURL(/\/(t\/|local\?)/);
  await page.locator('[data-twin]').first().waitFor();
});

it('a draw is declined, then agreed; a takeback is asked for; both are told', async () => {
  const { first, second } = await two({ game: 'archimedes', seats: [] });
  await act(first.page, dice(1));
  await moved(second.page, 0);
  await first.page.locator('[data-act="takeback"]').click();
  await first.page.locator('[data-offer="takeback"]').waitFor();
  await accessible(first.page, 'offer sent');
  await accessible(second.page, 'offer asked');
  await second.page.locator('[data-offer="takeback"] [data-act="yes"]').click();
  await expect.poll(() => ply(second.page)).toBe(0);
  await first.page.locator('[data-act="draw"]').click();
  await second.page.locator('[data-offer="draw"] [data-act="no"]').click();
  await first.page.locator('[data-declined]').waitFor();
  await first.page.locator('[data-act="draw"]').click();
  await second.page.locator('[data-offer="draw"] [data-act="yes"]').click();
  for (const { page } of [first, second]) expect(await page.locator('[data-over]').getAttribute('data-over')).toBe('agreed');
  // Both say that they want another game; both are led there.
  await first.page.locator('[data-act="rematch"]').click();
  const before = second.page.url();
  await second.page.locator('[data-offer="rematch"] [data-act="yes"]').click();
  await Promise.all([first, second].map(({ page }) => page.waitForURL((next) => next.href !== before && next.pathname.startsWith('/t/'))));
});

it('whoever made the table lets someone write no more, and again', async () => {
  const { first, second } = await two({ game: 'archimedes', seats: [] });
  const write = async (text: string): Promise<void> => {
    await second.page.locator('#tab-chat').click();
    await second.page.locator('#chat-line').fill(text);
    await second.page.keyboard.press('Enter');
  };
  await write('one');
  await first.page.locator('#tab-chat').click();
  await first.page.locator('.lines p', { hasText: 'one' }).waitFor();
  await first.page.locator('[data-act="mute"]').click();
  await first.page.locator('[data-act="mute"][aria-pressed="true"]').waitFor();
  await accessible(first.page, 'muted');
  await write('two');
  await second.page.locator('.why').waitFor();
  await first.page.locator('[data-act="mute"]').first().click();
  await first.page.locator('[data-act="mute"][aria-pressed="false"]').waitFor();
  await write('three');
  await first.page.locator('.lines p', { hasText: 'three' }).waitFor();
  // Who did not make the table is not offered it.
  await first.page.locator('#chat-line').fill('four');
  await first.page.keyboard.press('Enter');
  await second.page.locator('.lines p', { hasText: 'four' }).waitFor();
  expect(await second.page.locator('[data-act="mute"]').count()).toBe(0);
});

it('a turn is told by sound and by a notification to someone who looks elsewhere', async () => {
  const { first, second } = await two({ game: 'archimedes', seats: [] });
  await second.page.addInitScript(() => {
    localStorage.setItem('ludarium.settings', JSON.stringify({ sound: true, notify: true }));
    const told: string[] = [];
    Object.assign(window, { told, sounds: 0 });
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.assign(window, {
      Notification: class {
        static permission = 'granted';
        constructor(title: string) {
          told.push(title);
        }
      },
    });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) {
      (window as unknown as { sounds: number }).sounds += 1;
      start.apply(this, args);
    };
  });
  await second.page.reload();
  await second.page.locator('[data-twin]').first().waitFor();
  await act(first.page, dice(1));
  await moved(second.page, 0);
  await expect.poll(() => second.page.title()).toContain('●');
  const heard = await second.page.evaluate(() => ({
    told: (window as unknown as { told: string[] }).told,
    sounds: (window as unknown as { sounds: number }).sounds,
  }));
  expect(heard.told).toEqual(['Archimedes']);
  expect(heard.sounds).toBeGreaterThan(0);
});

it('with called claims nothing is offered: stones are picked, and taken or refused', async () => {
  const { page } = await person();
  await table(page, { game: 'abraxas', setup: 'claims=called;sheet=9/9/9/9/ooo6/9/9/9/9', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await type(page, 'SW');
  // A hole may take a red stone or a stop stone: red is what is meant unless one says otherwise.
  await page.locator('[data-cell="c5"]').click();
  expect(await page.locator('[data-act="choose"][aria-pressed="true"]').getAttribute('data-token')).toBe('c5');
  expect(await page.locator('[data-token="!c5"]').count()).toBe(1);
  await page.locator('[data-act="confirm"]').click();
  await moved(page, 1);
  await page.locator('[data-cell="c5"]').click();
  expect(await page.locator('.preview [data-token]').getAttribute('data-token')).toBe('xc5');
  await page.locator('[data-cell="c5"]').click();
  expect(await page.locator('.preview').count()).toBe(0);
  await page.locator('[data-cell="c5"]').click();
  await page.locator('[data-act="confirm"]').click();
  await moved(page, 2);
  expect(await page.locator('[data-cell="c5"]').getAttribute('aria-label')).toContain('empty');
});

it('four people at one device hand it on, and none sees what another has seen', async () => {
  const { page } = await person();
  const roll = dice(7);
  const seats = Array.from({ length: 4 }, (_, i) => ({ kind: i === 0 ? ('me' as const) : ('device' as const) }));
  await table(page, { game: 'ascension', setup: 'seats=4', seats });
  const asked = new Set<string>();
  for (let i = 0; i < 60 && asked.size < 4; i++) {
    const look = page.locator('[data-act="look"]');
    if (await look.count()) {
      asked.add(await look.innerText());
      await look.click();
      await look.waitFor({ state: 'detached' });
    }
    await act(page, roll);
  }
  expect(asked.size).toBe(4);
});

it('a team seat is joined by several, and each of them may act', async () => {
  const first = await person();
  const second = await person();
  const link = await table(first.page, { game: 'archimedes', seats: [{ kind: 'team' }, { kind: 'engine', level: 1 }] });
  await first.page.locator('[data-act="sit"]').click();
  await first.page.locator('[data-twin]').first().waitFor();
  await second.page.goto(link);
  await second.page.locator('[data-act="ask"]').click();
  await first.page.locator('[data-offer="ask"] [data-act="yes"]').click();
  expect(await act(second.page, dice(1))).toBe(true);
  expect(await act(first.page, dice(2))).toBe(true);
});
