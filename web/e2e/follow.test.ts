import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { act, dice, person, ply, still, table } from './support';

type Seen = [time: number, ply: number, caption: string];

/** From now on writes down when which position and which caption stood there. */
async function watch(page: Page): Promise<() => Promise<Seen[]>> {
  await page.evaluate(() => {
    const seen: [number, number, string][] = [];
    const look = (): void => {
      const now = Number(document.querySelector('[data-twin]')?.getAttribute('data-ply'));
      const said = document.querySelector('[data-caption]')?.textContent ?? '';
      const [, before, heard] = seen.at(-1) ?? [];
      if (now !== before || said !== heard) seen.push([performance.now(), now, said]);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
}

async function opened(game: GameKey, motion: 'no-preference' | 'reduce'): Promise<Page> {
  const { page } = await person({ drawn: true, viewport: { width: 1000, height: 600 }, reducedMotion: motion });
  const setup = game === 'ascension' ? 'seats=2' : '';
  await table(page, { game, setup, seats: [{ kind: 'me' }, { kind: 'engine', level: 2 }] });
  await still(page);
  return page;
}

it.each(['axiom', 'archimedes'] as const)('%s: what the computer does is shown when one has seen one’s own, and said', async (game) => {
  const page = await opened(game, 'no-preference');
  const seen = await watch(page);
  await act(page, dice(4));
  await expect.poll(() => ply(page)).toBe(2);
  const shown = await seen();
  const at = (n: number): Seen => shown.find(([, now, said]) => now === n && said !== '')!;
  expect(at(2)[0] - at(1)[0]).toBeGreaterThanOrEqual(600);
  expect(at(1)[2]).not.toBe(at(2)[2]);
});

it('every part of a turn is shown, one after the other', async () => {
  const page = await opened('ascension', 'no-preference');
  const seen = await watch(page);
  const roll = dice(4);
  // Pick, place, step; then the computer does as much.
  for (let i = 0; i < 3; i++) await act(page, roll);
  await page.locator('[data-act="pick"]').first().waitFor({ state: 'attached' });
  const plies = (await seen()).map(([, now]) => now);
  const last = plies.at(-1)!;
  expect(last).toBeGreaterThanOrEqual(6);
  expect([...new Set(plies)]).toEqual(Array.from({ length: last + 1 }, (_, i) => i));
});

it('whoever wants less motion waits for nothing', async () => {
  const page = await opened('archimedes', 'reduce');
  const seen = await watch(page);
  await act(page, dice(4));
  await expect.poll(() => ply(page)).toBe(2);
  expect((await seen()).at(-1)![2]).not.toBe('');
});
