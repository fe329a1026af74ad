import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { NewTable, SeatWish } from '../src/lib/api/types';
import type { Explored } from '../src/lib/generated';
import { PATIENCE } from './patience';
import { accessible, HERE, make, person, shot } from './support';

const TWO = { game: 'archimedes', setup: 'seats=2' } as const;

/** A game at one screen that is over after these actions. */
async function finished(page: Page, moves: string[], what: Pick<NewTable, 'game' | 'setup'> = TWO): Promise<string> {
  const seats: SeatWish[] = [{ kind: 'me' }, { kind: 'device' }];
  // One that everyone may see: no other is counted.
  const { id } = await make(page, { ...what, seats, private: false });
  await page.evaluate(
    ([table, tokens, patience]) =>
      new Promise<void>((done, failed) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?since=0`);
        let sent = 0;
        const say = (command: object): void => socket.send(JSON.stringify({ id: `c${sent++}`, ...command }));
        socket.onmessage = ({ data }) => {
          const { type, view, event } = JSON.parse(data as string);
          if (type === 'refused') failed(new Error(data as string));
          if (!view || event?.kind === 'start') return;
          if ('over' in view.turn) return done();
          const { seat } = view.turn;
          const t = tokens[view.ply];
          say(t === undefined ? { type: 'resign', seat } : { type: 'act', ply: view.ply, seat, t });
        };
        setTimeout(() => failed(new Error('the game did not end')), patience);
      }),
    [id, moves, PATIENCE] as const,
  );
  return id;
}

it('what was played is counted as games end, and a press plays it', async () => {
  const { page } = await person();
  await page.goto('/');
  const id = await finished(page, ['a2-c4', 'h2-f4']);
  await finished(page, ['a2-c4']);
  // The server counts what has ended within moments.
  await expect
    .poll(async () => (await page.request.post('/api/explore', { data: { game: 'archimedes', setup: 'seats=2' } })).json())
    .toMatchObject({
      actions: [{ times: 2 }],
    });
  await page.goto(`/review/${id}`);
  await page.locator('#tab-explorer').click();
  await page.locator('[data-explorer="1"] [data-times="2"]').waitFor();
  expect(await page.locator('[data-explorer] .bar').getAttribute('aria-label')).toBe('Played 2×: won 1, shared 0, lost 1');
  await accessible(page, 'explorer');
  await shot(page, 'explorer');
  await page.locator('[data-act="explore"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-twin][data-ply="1"]').waitFor();
  await page.locator('[data-explorer="1"] [data-times="1"]').waitFor();
  await page.locator('[data-act="explorer-by"]').selectOption('engines');
  await page.getByText('No finished game of this server has come here.').waitFor();
  // Without the server the panel says so.
  await page.context().setOffline(true);
  await page.locator('[data-act="explorer-by"]').selectOption('people');
  await page.getByText('Without it there is nothing to show.').waitFor();
  await page.context().setOffline(false);
});

it('where every deal is new, how far players had come is counted', async () => {
  const { page } = await person();
  await page.goto('/');
  const id = await finished(page, ['^b2'], { game: 'ascension', setup: 'seats=2' });
  await expect
    .poll(async () => {
      const explored = await page.request.post('/api/explore', { data: { game: 'ascension', setup: 'seats=2' } });
      return ((await explored.json()) as Explored).stages[0];
    })
    .toMatchObject({ stage: { here: true }, times: 1, won: 0 });
  await page.goto(`/review/${id}`);
  await page.locator('#tab-explorer').click();
  await page.locator('[data-stages] [aria-current] [data-times="1"]').waitFor();
  await accessible(page, 'stages');
});

it.skipIf(!HERE)('a model game is looked at from Review, with remarks and without asking the engine', async () => {
  const { page } = await person();
  await page.goto('/library/abraxas');
  expect(await page.locator('[data-model="1"] [data-choice="sheet"]').innerText()).toMatch(/^Sheet: .+/);
  await page.goto('/review');
  await page.locator('[data-library="archimedes"]').click();
  await page.locator('[data-model="1"]').waitFor();
  await accessible(page, 'library');
  await page.locator('[data-model="1"] a').click();
  await page.locator('[data-twin][data-ply="0"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-twin][data-ply="1"]').waitFor();
  await page.locator('#tab-game').click();
  await page.locator('figure svg').waitFor();
  await accessible(page, 'model game');
});
