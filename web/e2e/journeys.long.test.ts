import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { journeys } from './journeys';
import { newerClient } from './builds';
import { proxy, type Proxy } from './proxy';
import { server, stranger, type Person, type PersonOptions } from './support';

/** Does it once in this many times. */
function each(count: number, run: () => Promise<void>): () => Promise<void> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls % count === 0) await run();
  };
}

describe('on a slow line with a slow processor', () => {
  async function someone(options: PersonOptions): Promise<Person> {
    const person = await stranger(options);
    const line = await person.context.newCDPSession(person.page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 });
    await line.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    return person;
  }
  journeys(async () => ({ someone }));
});

describe('with a server that is killed and started again', () => {
  journeys(async () => ({
    conditions: { between: each(4, () => server.restart()), during: each(2, () => server.restart()) },
  }));
});

describe('with a newer server under a cached page', () => {
  let newer: string;
  let front: Proxy;
  let client: string | null = null;
  let pages: Page[] = [];
  beforeAll(async () => {
    newer = await newerClient();
    front = await proxy(server.url, { client: () => client });
  });
  afterAll(() => front.close());

  const visited = (): Page[] => pages.filter((page) => page.url().startsWith('http'));
  /** Waits until every page has left what was replaced, is there, and in the cache. */
  const fresh = (): Promise<unknown> =>
    Promise.all(
      visited().map((page) =>
        page.waitForFunction(() => !('old' in window) && document.querySelector('h1') && navigator.serviceWorker.controller),
      ),
    );
  /** The name that a client goes by in its pages tells one version from another. */
  const version = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => Object.keys(window).find((key) => key.startsWith('__sveltekit_')));
  /** The pages of what the server has now. */
  async function current(): Promise<Page[]> {
    const served = /__sveltekit_\w+/.exec(await (await fetch(`${front.url}/fallback.html`)).text())?.[0];
    const versions = await Promise.all(visited().map(version));
    return visited().filter((_, i) => versions[i] === served);
  }
  /** What was there before comes again as the newest; answers with the pages that are older now. */
  async function replace(): Promise<Page[]> {
    await fresh();
    const older = await current();
    await Promise.all(older.map((page) => page.evaluate(() => void Object.assign(window, { old: true }))));
    client = client ? null : newer;
    await server.restart();
    return older;
  }
  /** Where a page has a socket it notices at once. */
  const listening = (): boolean => visited().every((page) => /^\/(t\/|$)/.test(new URL(page.url()).pathname));

  journeys(async () => {
    pages = [];
    const between = each(5, async () => {
      if (!listening()) return;
      const older = await replace();
      // Every page says so, and reloads by itself.
      await Promise.all(older.map((page) => page.locator('.update').waitFor()));
      await fresh();
      const now = await current();
      expect(visited().every((page) => now.includes(page))).toBe(true);
    });
    const during = each(3, async () => {
      if (listening()) await replace();
    });
    return {
      someone: async (options) => {
        const person = await stranger({ ...options, baseURL: front.url });
        pages.push(person.page);
        return person;
      },
      conditions: { between, during },
    };
  });
});
