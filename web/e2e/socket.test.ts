import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, it } from 'vitest';
import { act, dice, moved, person, ply, table } from './support';

/** Stands between a page and the server: can cut the line, or hold back what the server says. */
async function between(page: Page): Promise<{ cut(): Promise<void>; hold(): void; opened(): number }> {
  let line: WebSocketRoute | null = null;
  let holding = false;
  let opened = 0;
  await page.routeWebSocket(/\/api\/tables\/.*\/socket/, (socket) => {
    opened += 1;
    line = socket;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!holding || !String(message).includes('"type":"event"')) socket.send(message);
    });
  });
  return { cut: async () => await line?.close({ code: 4000 }), hold: () => void (holding = true), opened: () => opened };
}

it('a cut socket comes back without a reload, and the game goes on', async () => {
  const { page } = await person();
  const wire = await between(page);
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('[data-twin]').first().waitFor();
  await page.evaluate(() => ((window as unknown as { kept: boolean }).kept = true));
  await act(page, dice(1));
  const before = await ply(page);
  await wire.cut();
  await expect.poll(() => wire.opened()).toBe(2);
  await expect.poll(() => page.locator('.cut').count()).toBe(0);
  expect(await ply(page)).toBe(before);
  expect(await act(page, dice(2))).toBe(true);
  expect(await ply(page)).toBe(before + 1);
  expect(await page.evaluate(() => (window as unknown as { kept?: boolean }).kept)).toBe(true);
});

// Three printed dots in a row: a stone beside them makes a line of four at once, and with it an extra turn.
const THREE = 'sheet=9/9/9/9/ooo6/9/9/9/9';

async function type(page: Page, token: string): Promise<void> {
  const before = await ply(page);
  await page.getByLabel('Or type a move').fill(token);
  await page.keyboard.press('Enter');
  await moved(page, before);
}

async function extraTurn(seconds: number) {
  const first = await person();
  const second = await person();
  const wire = await between(second.page);
  const link = await table(first.page, {
    game: 'abraxas',
    setup: THREE,
    seats: [{ kind: 'me' }, { kind: 'open' }],
    clock: { kind: 'fischer', seconds: 600, increment: 5 },
    reply_seconds: seconds,
  });
  await second.page.goto(link);
  await second.page.locator('[data-act="sit"]').click();
  await second.page.locator('[data-prompt]', { hasText: 'choose a corner' }).waitFor();
  await type(second.page, 'SW');
  await moved(first.page, 0);
  await type(first.page, 'c5');
  await type(first.page, 'xc5');
  return { first, second, wire };
}

it('Stop! in time: the stone goes back and the stop stone is laid', async () => {
  const { first, second } = await extraTurn(60);
  const before = await ply(second.page);
  await type(first.page, 'f1');
  await second.page.locator('[data-act="stop"]').click();
  await second.page.locator('[data-cell="e5"]').click();
  await second.page.locator('[data-act="confirm"]').click();
  await moved(second.page, before + 1);
  expect(await second.page.locator('[data-cell="e5"]').getAttribute('aria-label')).toContain('stop stone');
  expect(await second.page.locator('[data-cell="f1"]').getAttribute('aria-label')).toContain('empty');
});

it('Stop! too late: the window has closed, and the reason is told', async () => {
  const { first, second, wire } = await extraTurn(3);
  await type(first.page, 'f1');
  await second.page.locator('[data-act="stop"]').click();
  wire.hold();
  // The first browser hears that the window closed and the plate was pushed; the second has not heard it yet.
  const asked = await ply(second.page);
  await moved(first.page, asked);
  await second.page.locator('[data-cell="e5"]').click();
  await second.page.locator('[data-act="confirm"]').click();
  await second.page.getByText('Too late').waitFor();
});
