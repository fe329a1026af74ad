// What a game in the tab costs in a real browser, on the site that `cargo xtask site` has built: `node web/scripts/measure.mjs`.
// For each game: from the press that makes a table to the engine's first action on the board, the engine beginning at the
// level that is proposed; from the press of Confirm at one screen to the board that has the action; and the memory of the
// tab's process after it, in which the page, its workers and the engine are.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { GAMES } from './games.mjs';

const MOVES = 9;
const site = new URL('../../dist/site', import.meta.url).pathname;
const host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'], { cwd: site, stdio: ['ignore', 'pipe', 'ignore'] });
const [said] = await once(host.stdout, 'data');
const url = `http://127.0.0.1:${/port (\d+)/.exec(said)[1]}/`;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const system = await browser.newBrowserCDPSession();

/** Presses the first of these that is there, and tells how many milliseconds the board took to have one more action; null if it does not. */
const moved = (page, buttons, patience) =>
  page.evaluate(
    ([buttons, patience]) =>
      new Promise((done) => {
        const ply = () => Number(document.querySelector('[data-twin]')?.getAttribute('data-ply') ?? 0);
        const [before, start] = [ply(), performance.now()];
        const end = (time) => watch.disconnect() ?? done(time);
        const watch = new MutationObserver(() => ply() > before && end(performance.now() - start));
        watch.observe(document.body, { attributes: true, childList: true, subtree: true });
        setTimeout(end, patience, null);
        buttons
          .map((button) => document.querySelector(`[data-act="${button}"]`))
          .find(Boolean)
          ?.click();
      }),
    [buttons, patience],
  );

/** Fills in the dialog of the first page. */
async function setUp(page, game, first, second) {
  await page.goto(url);
  await page.locator(`[aria-labelledby="game-${game}"] [data-start="new"]`).click();
  await page.locator('[data-act="start"]:not([disabled])').waitFor();
  await page.locator('#seat-0').selectOption(first);
  await page.locator('#seat-1').selectOption(second);
}

/** The private memory of the largest page, in MB. */
async function memory() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const own = ({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1024;
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(own));
}

for (const name of GAMES) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await setUp(page, name, 'engine', 'me');
  const first = await moved(page, ['start'], 60_000);
  await setUp(page, name, 'me', 'device');
  await page.locator('[data-act="start"]').click();
  await page.locator('[data-twin]').first().waitFor({ state: 'attached' });
  const times = [];
  // Most presses choose a part of an action; what counts is the one that plays it.
  for (let press = 0; times.length < MOVES && press < 20 * MOVES; press++) {
    const time = await moved(page, ['look', 'confirm', 'pick', 'choose'], 300);
    if (time !== null) times.push(time);
  }
  times.sort((a, b) => a - b);
  const [middle, slowest] = [times[times.length >> 1], times.at(-1)];
  console.log(
    `${name}: first action of the engine after ${first.toFixed(0)} ms; a move ${middle.toFixed(1)} ms, ` +
      `the slowest of ${times.length} ${slowest.toFixed(1)} ms; ${(await memory()).toFixed(0)} MB`,
  );
  await context.close();
}
await browser.close();
host.kill();
