import { describe, expect, it } from 'vitest';
import type { GameKey, PuzzleProgress } from '../src/lib/api/types';
import { GAME_KEYS } from '../src/lib/games';
import { address, comes, offers, puzzles, state, type } from './puzzles';
import { accessible, api, DESK, HERE, installed, person, PHONE, settled, shot, stranger, type Person } from './support';

describe.skipIf(!HERE).each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s', (size, viewport) => {
  it('the page of puzzles and a puzzle have no findings', async () => {
    const { page } = await person({ viewport, hasTouch: size === 'phone', drawn: true });
    await page.goto('/puzzles');
    await page.locator('h1').waitFor();
    await settled(page);
    await accessible(page, 'puzzles');
    await shot(page, `${size}-puzzles`);
    await page.goto(address(puzzles[0]!));
    // On a phone it is in the sheet.
    await page.locator('[data-puzzle]').waitFor({ state: 'attached' });
    await settled(page);
    await accessible(page, 'a puzzle');
    await shot(page, `${size}-puzzle`);
  });
});

it.skipIf(!HERE)('puzzles are solved and failed without a network, with hints, and kept', async () => {
  const { page, context } = await stranger({ serviceWorkers: 'allow' });
  await page.goto('/puzzles');
  await installed(page);
  await context.setOffline(true);
  for (const game of GAME_KEYS) {
    const puzzle = puzzles.find((known) => known.game === game && known.turns === 1)!;
    await page.goto(address(puzzle));
    await page.locator('[data-act="hint"]').click();
    await type(page, puzzle.action);
    // The first of several actions of a turn is answered by nobody.
    await page.locator('[data-puzzle] [data-verdict]').waitFor();
    await expect.poll(() => page.locator('[data-twin]').first().getAttribute('data-ply')).not.toBe('0');
    await expect.poll(() => state(page)).toMatch(/playing|solved/);
  }

  const hold = puzzles.find(({ theme }) => theme === 'hold')!;
  await page.goto(address(hold));
  await type(page, (await offers(page)).find((token) => token !== hold.action) ?? '');
  await comes(page, 'failed');
  expect(await page.locator('[data-verdict]').innerText()).toContain(':');
  await page.locator('[data-act="again"]').click();
  await type(page, hold.action);
  await comes(page, 'solved');

  await page.goto('/puzzles');
  await expect.poll(() => page.locator(`[data-game="${hold.game}"]`).innerText()).toMatch(/[12] of \d+ tried/);
});

const tried = (someone: Person, game: GameKey): Promise<string> => someone.page.locator(`[data-game="${game}"]`).innerText();
const [first, second, third] = puzzles.filter(({ game, turns, theme }) => game === 'archimedes' && turns === 1 && theme !== 'hold');

/** Solves a puzzle that one action solves. */
async function solve({ page }: Person, puzzle: (typeof puzzles)[number]): Promise<void> {
  await page.goto(address(puzzle));
  await type(page, puzzle.action);
  await comes(page, 'solved');
}
/** Signs in on the page of accounts. */
async function signIn({ page }: Person, name: string): Promise<void> {
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`Signed in as ${name}`).waitFor();
}

it.skipIf(!HERE)(
  'what is solved on one device is there on the other, also what was solved before signing in or without a network',
  async () => {
    const name = 'Ada of Puzzles';
    const [here, there] = [await stranger(), await stranger({ serviceWorkers: 'allow' })];
    await api(here.page, 'POST', '/register', { name, password: 'correct horse' });
    await here.page.context().clearCookies();
    await signIn(here, name);
    await solve(here, first!);
    await solve(there, second!);
    await signIn(there, name);
    await there.page.goto('/puzzles');
    await expect.poll(() => tried(there, 'archimedes')).toMatch(/^Archimedes\s+2 of /);

    await installed(there.page);
    await there.context.setOffline(true);
    await solve(there, third!);
    await there.page.goto('/puzzles');
    await expect.poll(() => tried(there, 'archimedes')).toMatch(/^Archimedes\s+3 of /);
    await there.context.setOffline(false);
    const kept = async (): Promise<number> => (await api<PuzzleProgress>(here.page, 'GET', '/me/puzzles')).tries.length;
    await expect.poll(kept).toBe(3);
    await here.page.goto('/puzzles');
    await expect.poll(() => tried(here, 'archimedes')).toMatch(/^Archimedes\s+3 of /);

    // Whoever signs out takes it along.
    await here.page.goto('/account');
    await here.page.getByRole('button', { name: 'Sign out' }).click();
    await here.page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
    await here.page.goto('/puzzles');
    await expect.poll(() => tried(here, 'archimedes')).toMatch(/^Archimedes\s+0 of /);
  },
);
