import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mistakes } from './mistakes';
import { PATIENCE } from './patience';
import { accessible, DESK, HERE, installed, make, person, PHONE, settled, sheet, shot } from './support';

const { game, setup, played, right } = mistakes.find(([name]) => name === 'archimedes')![1];

/** Plays the actions of the game at a table for this device over its socket, to the end. Returns the table. */
async function play(page: Page): Promise<string> {
  const { id } = await make(page, { game, setup, seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.evaluate(
    ([table, actions, patience]) =>
      new Promise<void>((done, failed) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?since=0`);
        socket.onmessage = ({ data }) => {
          const { type, view, event } = JSON.parse(data as string);
          if (type === 'refused') failed(new Error(data as string));
          if (!view || event?.kind === 'start') return;
          if ('over' in view.turn) return done();
          const { ply } = view;
          socket.send(JSON.stringify({ id: `c${ply}`, type: 'act', ply, seat: view.turn.seat, t: actions[ply] }));
        };
        setTimeout(() => failed(new Error('the game did not end')), patience);
      }),
    [id, played, PATIENCE] as const,
  );
  return id;
}

/** Types an action into the field of the notation. */
async function type(page: Page, token: string): Promise<void> {
  await sheet(page, true);
  await page.locator('[data-puzzle] form input').fill(token);
  await page.keyboard.press('Enter');
}
const comes = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-puzzle][data-state="${state}"]`).waitFor({ state: 'attached' });

describe.skipIf(!HERE).each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s', (size, viewport) => {
  it('a mistake that a review finds is a puzzle until it is solved, also without a network', async () => {
    const { page, context } = await person({ viewport, hasTouch: size === 'phone', drawn: true, serviceWorkers: 'allow' });
    await page.goto('/puzzles');
    await installed(page);
    const own = page.locator('[aria-labelledby="own"]');
    await own.locator('a[href="/review"]').waitFor();
    await settled(page);
    await own.scrollIntoViewIfNeeded();
    await shot(page, `${size}-own-none`);

    await page.goto(`/review/${await play(page)}`);
    await page.locator('#tab-game').waitFor({ state: 'attached' });
    await sheet(page, true);
    await page.locator('#tab-game').click();
    await page.locator('[data-act="analyse"]').click();
    await page.locator('[data-act="kept"]').waitFor();
    // Once, however often the game is looked at.
    await page.locator('[data-act="analyse"]').click();
    await page.locator('[data-act="kept"]').click();
    await context.setOffline(true);

    const offer = own.locator(`[data-own="${game}"]`);
    await expect.poll(() => offer.innerText()).toMatch(/\s1$/);
    await settled(page);
    await accessible(page, 'puzzles with a mistake');
    await own.scrollIntoViewIfNeeded();
    await shot(page, `${size}-own`);

    await offer.click();
    await page.locator('[data-puzzle]').waitFor({ state: 'attached' });
    await settled(page);
    await accessible(page, 'a mistake');
    await shot(page, `${size}-own-task`);
    await sheet(page, true);
    await page.locator('[data-act="hint"]').click();
    await page.locator('.hints').getByText('winning chances').waitFor();
    const offers = await page.locator('[data-puzzle] datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value')!));
    // What was played is wrong again, and the engine says so of anything else that does not win.
    for (const wrong of [played[0]!, offers.find((token) => token !== played[0] && token !== right)!]) {
      await type(page, wrong);
      await comes(page, 'failed');
      await accessible(page, `wrong: ${wrong}`);
      await sheet(page, true);
      await page.locator('[data-act="again"]').click();
    }
    await type(page, right!);
    await comes(page, 'solved');
    await settled(page);
    await shot(page, `${size}-own-solved`);
    // There is no other: back to all of them.
    await sheet(page, true);
    await page.locator('[data-act="next"]').click();
    await own.locator('a[href="/review"]').waitFor();
    await page.reload();
    await own.locator('a[href="/review"]').waitFor();
    expect(await offer.count()).toBe(0);
  });
});
