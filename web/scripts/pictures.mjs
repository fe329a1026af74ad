// Takes the pictures of the games from the home page of a running server: what the scenes themselves draw.
// usage: node scripts/pictures.mjs http://127.0.0.1:7777
import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { GAMES } from './games.mjs';

const [url = 'http://127.0.0.1:7777'] = process.argv.slice(2);
const folder = new URL('../static/pictures/', import.meta.url).pathname;
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless=new', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
page.setDefaultTimeout(120_000);
await page.goto(url);
await page.addStyleTag({
  content: '.games { grid-template-columns: 960px !important } .game { border: 0 !important; border-radius: 0 !important; width: 960px }',
});
for (const game of GAMES) {
  const card = page.locator(`[aria-labelledby="game-${game}"]`);
  await card.scrollIntoViewIfNeeded();
  await card.hover({ position: { x: 480, y: 700 } }).catch(() => card.hover());
  await card.locator('canvas.alive').waitFor();
  await page.waitForTimeout(2500);
  await card.locator('.picture').screenshot({ path: `${folder}${game}.jpg`, type: 'jpeg', quality: 84, timeout: 120_000 });
}
await browser.close();
