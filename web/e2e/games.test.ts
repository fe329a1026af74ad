import { expect, it } from 'vitest';
import type { GameKey } from '../src/lib/api/types';
import { ascent } from './ascent';
import { accessible, dice, moved, person, playOut, shot, table } from './support';

// Low limits keep the games short; every one of them ends by a rule.
const SETUPS: [GameKey, string, number][] = [
  ['axiom', 'quiet_limit=8', 2],
  ['abraxas', 'quiet_limit=8;target=3', 2],
  ['archimedes', 'seats=3;turn_limit=4', 3],
  ['ascension', 'seats=2;round_limit=2', 2],
];

it.each(SETUPS)('a whole game of %s at one screen, by the text twin', async (game, setup, seats) => {
  const { page } = await person();
  await table(page, { game, setup, seats: Array.from({ length: seats }, (_, i) => ({ kind: i === 0 ? 'me' : 'device' })) });
  const actions = await playOut(page, dice(7));
  expect(actions).toBeGreaterThan(2);
  expect(await page.locator('[data-over]').innerText()).not.toBe('');
  await accessible(page, `${game}, over`);
  await shot(page, `twin-${game}-over`);
});

/** What is pressed, from the picked piece to the confirmation. */
const PRESSES: [string, GameKey, string, string][] = [
  ['a cube of Axiom', 'axiom', '', '0,0,2 2,-1,1 2,-1,1'],
  ['a stone of Abraxas', 'abraxas', 'from=8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3,0', 'd4 d4'],
  ['a stone of Abraxas that is lifted', 'abraxas', 'from=8/8/8/8/r7/8/2r5/bbb1r2r,SW,1,place,10-10,0-3,1', 'a4 d4 d4'],
  ['a cube of Archimedes', 'archimedes', '', 'a2 c4 c4'],
  ['a turn of Ascension', 'ascension', ascent({ lay: 'c3 T!' }), 'c3 c4 b2 b2'],
  ['a turn of Ascension with a cube face down', 'ascension', ascent({ lay: 'c3 .' }), 'c3 c3 c4 b2 b2'],
];

it.each(PRESSES)('%s: three presses an action, four or five a turn of Ascension', async (_, game, setup, presses) => {
  const { page } = await person();
  await table(page, { game, setup, seats: [{ kind: 'me' }, { kind: 'engine', level: 2 }] });
  await page.locator('.flat-board [data-twin]').waitFor();
  const names = presses.split(' ');
  expect(names.length).toBeLessThanOrEqual(game === 'ascension' ? 5 : 3);
  // As fast as they can be made: none is lost.
  for (const name of names) await page.locator(`.flat-board [data-cell="${name}"]`).click();
  await moved(page, game === 'ascension' ? 2 : 0);
});

it('a game against the computer', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', setup: 'turn_limit=3', seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] });
  const actions = await playOut(page, dice(3));
  expect(actions).toBe(3);
  await page.locator('#tab-moves').click();
  expect(await page.locator('.body.moves li').count()).toBe(6);
});

it('a game between two browsers over a link, with a word in the chat', async () => {
  const first = await person();
  const second = await person();
  const link = await table(first.page, { game: 'abraxas', setup: 'quiet_limit=6;target=2', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await first.page.locator('#wait-title').waitFor();
  await second.page.goto(link);
  await second.page.getByRole('heading', { name: 'A seat at Abraxas is free for you' }).waitFor();
  await second.page.locator('[data-act="sit"]').click();
  await second.page.locator('#wait-title').waitFor({ state: 'detached' });
  await second.page.locator('#tab-chat').click();
  await second.page.locator('#chat-line').fill('Good luck!');
  await second.page.keyboard.press('Enter');
  await first.page.locator('#tab-chat').click();
  await first.page.getByText('Good luck!').waitFor();
  await first.page.locator('#tab-play').click();
  await second.page.locator('#tab-play').click();
  await Promise.all([playOut(first.page, dice(1)), playOut(second.page, dice(2))]);
  expect(await first.page.locator('[data-over]').getAttribute('data-over')).toBe(
    await second.page.locator('[data-over]').getAttribute('data-over'),
  );
});

it('a rematch leads both to the next table', async () => {
  const { page } = await person();
  await table(page, { game: 'archimedes', setup: 'turn_limit=1', seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] });
  await playOut(page, dice(5));
  const before = page.url();
  await page.locator('[data-act="rematch"]').click();
  await page.waitForURL((next) => next.href !== before && next.pathname.startsWith('/t/'));
  await page.locator('[data-twin]').first().waitFor();
});
