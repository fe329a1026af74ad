import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { NewTable } from '../src/lib/api/types';

export const url = inject('url');

const ARGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** `drawn`: with WebGL in software; otherwise without, so that the text twin is all there is. */
export const launch = (drawn = false): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...ARGS, ...(drawn ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-3d-apis'])],
  });

/** A person with cookies of their own. An error on their pages fails the test that asks for `trouble`. */
export async function person(browser: Browser, options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page; trouble: string[] }> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  return { context, page, trouble };
}

/** Makes a table as this person and opens it. */
export async function table(page: Page, wish: Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>): Promise<string> {
  await page.goto('/');
  const answer = await page.request.post('/api/tables', {
    headers: { Origin: url },
    data: { setup: '', clock: { kind: 'none' }, reply_seconds: 10, rated: false, private: true, ...wish },
  });
  const body = await answer.text();
  expect(answer.status(), body).toBe(201);
  const { link } = JSON.parse(body) as { link: string };
  await page.goto(link);
  return link;
}

export const ply = async (page: Page): Promise<number> => Number(await page.locator('[data-twin]').first().getAttribute('data-ply'));
export const over = async (page: Page): Promise<boolean> => (await page.locator('[data-over]').count()) > 0;

/** Waits until the table has moved on. */
export async function moved(page: Page, from: number): Promise<void> {
  await page.waitForFunction(
    (before) => document.querySelector('[data-over]') !== null || Number(document.querySelector('[data-twin]')?.getAttribute('data-ply')) > before,
    from,
  );
}

/** A small generator, so that a failing game can be played again. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** One action by the buttons of the text twin. Returns false if there is nothing to do for this person now. */
export async function act(page: Page, roll: (sides: number) => number): Promise<boolean> {
  if (await over(page)) return false;
  const look = page.locator('[data-act="look"]');
  if (await look.count()) {
    await look.click();
    await look.waitFor({ state: 'detached' });
  }
  const before = await ply(page);
  for (let picks = 0; picks < 12; picks++) {
    await page.locator('.choices details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
    const confirm = page.locator('[data-act="confirm"]');
    if (await confirm.count()) {
      await confirm.click();
      await moved(page, before);
      return true;
    }
    const choices = page.locator('[data-act="pick"], [data-act="choose"]');
    const count = await choices.count();
    if (count === 0) return false;
    // The list may be another one by now, if somebody else has just moved: look again.
    await choices.nth(roll(count)).click({ timeout: 3000 }).catch(() => undefined);
  }
  throw new Error('twelve picks did not make an action');
}

/** Plays for this person until the game is over. */
export async function playOut(page: Page, roll: (sides: number) => number, most = 400): Promise<number> {
  await page.locator('[data-twin]').first().waitFor();
  for (let actions = 0; actions < most; ) {
    if (await over(page)) return actions;
    if (await act(page, roll)) actions += 1;
    else await page.waitForTimeout(100);
  }
  throw new Error(`not over after ${most} actions`);
}

const ARTEFACTS = join(import.meta.dirname, 'artefacts');

export async function shot(page: Page, name: string): Promise<void> {
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), timeout: 300_000 });
}

/** What axe finds on the page as it stands: nothing. */
export async function accessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run();
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
  expect(found.join('\n'), where).toBe('');
}

const ASSETS = join(import.meta.dirname, '../dist/assets');

/** From now on counts the script this page asks for; answers with its gzipped size in kB. */
export function weigh(page: Page): () => Promise<number> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (name) files.add(name);
  });
  return async () => {
    const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(join(ASSETS, file))).length));
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
}

/** What the scene has cost: frames drawn so far, draw calls of the last one. */
export const cost = (page: Page): Promise<{ frames: number; calls: number }> =>
  page.locator('canvas').evaluate(({ dataset }: HTMLCanvasElement) => ({ frames: Number(dataset['frames']), calls: Number(dataset['calls']) }));
