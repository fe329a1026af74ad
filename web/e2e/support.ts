import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Me, NewTable } from '../src/lib/api/types';
import type { Roll } from './dice';
import { Diary, forget, leave } from './evidence';
import { PATIENCE } from './patience';
import { serve } from './server';

export { dice } from './dice';

/** Whether the client has the rules and the engine in it; without a toolchain for them it has not, and asks the server. */
export const HERE = existsSync(new URL('../src/lib/browser/ludarium_bg.wasm', import.meta.url));

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The server of this file of tests. */
export const server = await serve();
export const url = server.url;

/** Chromium without its windows, which cost as much as the pages in them; or with them, where only that is installed. */
const SHELL = '/usr/bin/chromium-headless-shell';
const executablePath = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
const ARGS = [
  '--no-sandbox',
  ...(executablePath === SHELL ? [] : ['--headless=new']),
  '--disable-gpu-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** With WebGL in software, as Chromium has it where there is no graphics card: nothing but the board is drawn by it. */
const DRAWN = ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'];
/** Without, so that the text twin is all there is. */
const FLAT = ['--disable-3d-apis'];

const browsers = new Map<boolean, Promise<Browser>>();
function browser(drawn: boolean): Promise<Browser> {
  let found = browsers.get(drawn);
  if (!found) {
    found = chromium.launch({ executablePath, args: [...ARGS, ...(drawn ? DRAWN : FLAT)], timeout: PATIENCE });
    browsers.set(drawn, found);
  }
  return found;
}

let diaries: Diary[] = [];
let logged = 0;
let fresh: Promise<void> | null = null;
beforeEach(async ({ task }) => {
  await (fresh ??= forget(basename(task.file.name)));
  logged = server.log().length;
});
afterEach(async ({ task }) => {
  const seen = diaries;
  diaries = [];
  const trouble = seen.flatMap((diary) => diary.trouble);
  if (task.result?.state === 'fail' || trouble.length > 0)
    await leave(basename(task.file.name), nameOf(task), seen, server.log().slice(logged));
  await Promise.all(seen.map(({ context }) => context.close()));
  expect(trouble, 'errors that nothing on a page caught').toEqual([]);
});
afterAll(async () => {
  await Promise.all([...browsers.values()].map(async (one) => (await one).close()));
  await server.stop();
});

const nameOf = ({ name, suite }: { name: string; suite?: { name: string } | undefined }): string =>
  suite?.name ? `${nameOf(suite)} ${name}` : name;

export interface Person {
  context: BrowserContext;
  page: Page;
}
export interface PersonOptions extends BrowserContextOptions {
  /** With pictures; drawing in software is slow. */
  drawn?: boolean;
}

/** Someone who has never been here, with cookies of their own. */
export async function stranger({ drawn = false, ...options }: PersonOptions = {}): Promise<Person> {
  // A worker that keeps all of the client costs each of hundreds of people as much as a page: those who go offline have it.
  const context = await (
    await browser(drawn)
  ).newContext({ baseURL: url, locale: 'en-GB', viewport: DESK, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE);
  const diary = new Diary(context);
  diaries.push(diary);
  context.on('close', () => void (diaries = diaries.filter((one) => one !== diary)));
  return { context, page: await context.newPage() };
}

/** Someone whom the server knows as a guest before their first page. */
export async function person(options: PersonOptions = {}): Promise<Person> {
  const someone = await stranger(options);
  await api(someone.page, 'POST', '/me');
  return someone;
}

/** From now on this person lets the server think: games against the computer are played there. */
export const atServer = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // An empty page has nowhere to keep anything.
    if (location.protocol === 'about:') return;
    if (localStorage.getItem('ludarium.settings') === null) localStorage.setItem('ludarium.settings', '{"think":"server"}');
  });

/** Waits until all of the client is kept, and reloads: now the page needs no network. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const diaryOf = (page: Page): Diary => diaries.find(({ context }) => context === page.context())!;

/** Writes a line into what a failing test leaves. */
export const note = (page: Page, line: string): void => diaryOf(page).note(line);

/** Asks the server as this person, beside the page. */
export async function api<T>(page: Page, method: 'GET' | 'POST' | 'DELETE', path: string, data: object = {}): Promise<T> {
  const answer = await ask(page, method, path, data);
  const text = await answer.text();
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
  return (answer.headers()['content-type']?.includes('json') ? JSON.parse(text) : text) as T;
}

/** The same, whatever the answer. */
async function ask(page: Page, method: string, path: string, data: object) {
  const origin = new URL(page.url().startsWith('http') ? page.url() : url).origin;
  const answer = await page.request.fetch(`${origin}/api${path}`, {
    method,
    ...(method === 'GET' ? {} : { headers: { Origin: origin }, data }),
  });
  note(page, `beside the page: ${answer.status()} ${method} ${path} ${(await answer.text()).slice(0, 500)}`);
  return answer;
}
export const me = (page: Page): Promise<Me> => api(page, 'GET', '/me');

/** Makes a table as this person; answers with its link. */
export async function make(page: Page, wish: Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>): Promise<{ id: string; link: string }> {
  return api(page, 'POST', '/tables', { setup: '', clock: { kind: 'none' }, reply_seconds: 10, rated: false, private: true, ...wish });
}

/** Makes a table as this person and opens it. */
export async function table(page: Page, wish: Parameters<typeof make>[1]): Promise<string> {
  const { link } = await make(page, wish);
  await page.goto(link);
  return link;
}

export const ply = async (page: Page): Promise<number> => Number(await page.locator('[data-twin]').first().getAttribute('data-ply'));
export const over = async (page: Page): Promise<boolean> => (await page.locator('[data-over]').count()) > 0;

/** Waits until the table has moved on. */
export async function moved(page: Page, from: number): Promise<void> {
  await page.waitForFunction(
    (before) =>
      document.querySelector('[data-over]') !== null || Number(document.querySelector('[data-twin]')?.getAttribute('data-ply')) > before,
    from,
  );
}

/** Waits until the table has moved on, or the coach warns: then true. */
async function warned(page: Page, from: number): Promise<boolean> {
  const found = await page.waitForFunction((before) => {
    if (document.querySelector('[data-warning]')) return 'warned';
    const now = Number(document.querySelector('[data-twin]')?.getAttribute('data-ply'));
    return document.querySelector('[data-over]') !== null || now > before ? 'moved' : null;
  }, from);
  return (await found.jsonValue()) === 'warned';
}

/** Waits until this person is asked for something, or the game is over; false if it is. */
export async function asked(page: Page): Promise<boolean> {
  await page
    .locator('[data-over], [data-act="look"], [data-act="pick"], [data-act="choose"], [data-act="confirm"]')
    .first()
    .waitFor({ state: 'attached' });
  return !(await over(page));
}

/** On a phone: pulls the sheet up to what can be chosen, or down again. */
export async function sheet(page: Page, up: boolean): Promise<void> {
  const grip = page.locator('.grip');
  if ((await grip.isVisible()) && (await grip.getAttribute('aria-expanded')) !== String(up)) {
    await grip.click();
    await page.locator(`.grip[aria-expanded="${up}"]`).waitFor();
  }
}

/**
 * One action by the buttons of the text twin, as soon as it is this person's turn. Returns false if the game is over.
 * `beside`: what happens while the action is on its way.
 */
export async function act(page: Page, roll: Roll, beside?: () => Promise<void>): Promise<boolean> {
  if (!(await asked(page))) return false;
  const look = page.locator('[data-act="look"]');
  if (await look.count()) {
    await look.click();
    await look.waitFor({ state: 'detached' });
    if (!(await asked(page))) return false;
  }
  await sheet(page, true);
  const before = await ply(page);
  for (let picks = 0; picks < 12; picks++) {
    await unfold(page);
    const confirm = page.locator('.choices [data-act="confirm"]');
    if (await confirm.count()) {
      await Promise.all([confirm.click(), beside?.()]);
      // Whoever is warned plays it all the same.
      if (await warned(page, before)) await confirm.click();
      await moved(page, before);
      return true;
    }
    const choices = page.locator('[data-act="pick"], [data-act="choose"]');
    await choices.nth(roll(await choices.count())).click();
    // Some actions need no confirmation: then it is the next one that is asked for.
    if (!(await asked(page)) || (await ply(page)) > before) return true;
  }
  throw new Error('twelve picks did not make an action');
}

/** Long lists are folded. */
export const unfold = (page: Page): Promise<void> =>
  page.locator('.choices details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));

/** Plays for this person until the game is over. */
export async function playOut(page: Page, roll: Roll, most = 400): Promise<number> {
  for (let actions = 0; actions <= most; actions++) {
    if (!(await act(page, roll))) return actions;
  }
  throw new Error(`not over after ${most} actions`);
}

/** Pictures for people to look at. */
const PICTURES = new URL('../../target/pictures/', import.meta.url).pathname;

export async function shot(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Waits until all that the page asked for is answered and shown, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  const { pending } = diaryOf(page);
  const quiet = async (): Promise<boolean> => {
    if (pending.size > 0) return false;
    await page.evaluate(async () => {
      await document.fonts.ready;
      // What turns for ever is no movement that ends.
      const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map((one) => one.finished));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    // What was answered may have led to another question.
    return pending.size === 0;
  };
  await expect.poll(quiet).toBe(true);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it stands: nothing. */
export async function accessible(page: Page, where: string): Promise<void> {
  // A page keeps it until it is left.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe};0`);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run({ resultTypes: ['violations'] });
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
  expect(found.join('\n'), where).toBe('');
}

/** From now on counts the script this page is sent; answers with its gzipped size in kB. */
export function weigh(page: Page): () => Promise<number> {
  const files = new Set<string>();
  page.on('response', (answer) => {
    if (/\.js$/.test(answer.url())) files.add(answer.url());
  });
  // Asked for once more: what a page was sent before it went elsewhere cannot be read any more.
  const size = async (file: string): Promise<number> => gzipSync(await (await page.request.get(file)).body()).length;
  return async () => (await Promise.all([...files].map(size))).reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/** What the scene has cost: frames drawn so far, draw calls of the last one. */
export const cost = (page: Page): Promise<{ frames: number; calls: number }> =>
  page
    .locator('canvas')
    .evaluate(({ dataset }: HTMLCanvasElement) => ({ frames: Number(dataset['frames']), calls: Number(dataset['calls']) }));

/** Waits until the scene is drawn and nothing is left to draw: several frames of the browser pass without one of its own. */
export async function still(page: Page, frames = 4): Promise<void> {
  await page.locator('canvas[data-frames]').waitFor();
  await page.locator('canvas').evaluate(async (canvas: HTMLCanvasElement, quiet) => {
    const next = (): Promise<unknown> => new Promise(requestAnimationFrame);
    for (let before = '', same = 0; same < quiet; await next()) {
      const now = canvas.dataset['frames'] ?? '';
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }, frames);
}
