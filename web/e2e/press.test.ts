import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GameKey, View } from '../src/lib/api/types';
import { GAME_KEYS, GAMES } from '../src/lib/games';
import { boards, onCanvas, type Presses } from './presses';
import { accessible, api, person, PHONE, shot, table, type Person } from './support';

type Press = (page: Page, x: number, y: number) => Promise<void>;
const click: Press = (page, x, y) => page.mouse.click(x, y);
const tap: Press = (page, x, y) => page.touchscreen.tap(x, y);

const pressesOf = (press: string): [string, string][] => press.split(' | ').map((pair) => pair.split(' ') as [string, string]);

/** Presses where something is to be seen. */
async function pressAt(page: Page, game: GameKey, view: View, name: string, pose: number[], press: Press): Promise<void> {
  const box = (await page.locator('canvas').boundingBox())!;
  const [x, y] = onCanvas(boards[game].point(view, name), pose, box);
  await press(page, box.x + x, box.y + y);
}

let opened = 0;
/** Opens the position on the analysis board, seen from the pose. */
async function open(page: Page, game: GameKey, { setup = '', moves = '', viewer }: Presses, pose: number[]): Promise<View> {
  const played = moves.split(' ').filter((token) => token !== '');
  const { view } = await api<{ view: View }>(page, 'POST', '/position', { game, setup, moves: played });
  const hash = new URLSearchParams({ camera: pose.join(','), line: played.join(' '), viewer: String(viewer ?? ''), setup });
  // The same position anew is another board.
  hash.set('nth', String((opened += 1)));
  await page.locator('canvas').evaluateAll((all) => all.forEach((canvas) => ((canvas as HTMLElement).dataset['old'] = '')));
  await page.goto(`/analysis/${game}#${hash}`);
  await page.locator('canvas[data-frames]:not([data-old])').waitFor();
  return view;
}

/** A pose from farther away, for a narrow canvas. */
const away = ([x = 0, y = 0, z = 0, tx = 0, ty = 0, tz = 0]: number[], by: number): number[] => [
  tx + (x - tx) * by,
  ty + (y - ty) * by,
  tz + (z - tz) * by,
  tx,
  ty,
  tz,
];

/** Every press of a game in turn: what cannot be picked is answered with its reason, on the board. */
async function pressAll({ page }: Person, game: GameKey, press: Press, some: Presses[], far = 1): Promise<void> {
  for (const position of some) {
    const pose = away(position.pose ?? boards[game].pose, far);
    const view = await open(page, game, position, pose);
    for (const [reason, name] of pressesOf(position.press)) {
      await pressAt(page, game, view, name, pose, press);
      if (reason === '-') {
        await page.locator('.why').waitFor({ state: 'detached' });
        await expect.poll(() => picked(page), { message: `${name} of ${position.press}` }).not.toBe('');
      } else {
        const kept = await picked(page);
        const why = page.locator('.stage .why');
        await expect.poll(() => reasonOf(why), { message: `${name} of ${position.press}` }).toBe(`${game}.${reason}`);
        expect(await why.isVisible()).toBe(true);
        expect(await picked(page), `${name} of ${position.press}: what was picked is kept`).toBe(kept);
      }
    }
  }
}
const reasonOf = async (why: Locator): Promise<string | null> => ((await why.count()) > 0 ? why.first().getAttribute('data-reason') : null);
/** What the page says is picked. */
const picked = (page: Page): Promise<string> =>
  page
    .locator('[data-picked]')
    .first()
    .getAttribute('data-picked')
    .then((text) => text ?? '');

describe.each(GAME_KEYS)('%s', (game) => {
  it('a press that breaks a rule is answered on the board, and what was picked is kept', async () => {
    const someone = await person({ drawn: true, viewport: { width: 1000, height: 600 } });
    await pressAll(someone, game, click, boards[game].presses);
    await accessible(someone.page, `${game}, refused`);
    await shot(someone.page, `press-${game}`);
  });

  it('so is a touch', async () => {
    const someone = await person({ drawn: true, viewport: PHONE, hasTouch: true, isMobile: true });
    await pressAll(someone, game, tap, boards[game].presses.slice(0, 2), 1.7);
    await shot(someone.page, `touch-${game}`);
  });

  it('a pointer can cause every reason but those that no press can cause', async () => {
    const reasons = Object.keys((await GAMES[game].words.loaders.en()).default.reasons);
    const pressed = new Set(boards[game].presses.flatMap(({ press }) => pressesOf(press).map(([reason]) => reason)));
    for (const key of reasons) {
      const name = key.slice(game.length + 1);
      expect(pressed.has(name), `${key}: pressed, or never by a press`).toBe(!boards[game].never.test(name));
    }
  });
});

it('at a table too', async () => {
  const { page } = await person({ drawn: true, viewport: { width: 1000, height: 600 } });
  await table(page, { game: 'archimedes', seats: [{ kind: 'me' }, { kind: 'device' }] });
  await page.locator('canvas[data-frames]').waitFor();
  await page.getByRole('toolbar').getByRole('button', { name: 'From above' }).click();
  // The middle of the board is in the middle of the canvas.
  const box = (await page.locator('canvas').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('.why[data-reason="archimedes.no-cube"]').waitFor();
  // The reason leaves the name of what the pointer is on to be read.
  const [why, name] = [(await page.locator('.stage .why').boundingBox())!, (await page.locator('.scene .name').boundingBox())!];
  const apart = (from: 'x' | 'y', size: 'width' | 'height'): boolean =>
    why[from] + why[size] <= name[from] || name[from] + name[size] <= why[from];
  expect(apart('x', 'width') || apart('y', 'height')).toBe(true);
});
