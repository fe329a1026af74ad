import { afterAll, expect, it } from 'vitest';
import { serve } from './server';
import { act, atServer, dice, stranger } from './support';

const data = (name: string): string => new URL(`../../crates/server/tests/data/${name}`, import.meta.url).pathname;
const secure = await serve('--tls-cert', data('localhost.pem'), '--tls-key', data('localhost.key'));
afterAll(() => secure.stop());

// The authority is one of the tests: what a browser thinks of it is not asked here, nor by what works in the background.
const options = { baseURL: secure.url, ignoreHTTPSErrors: true, serviceWorkers: 'block' as const };

it('over a certificate of our own a page opens by HTTP/2, a guest is made, and a game is played', async () => {
  const { page, context } = await stranger(options);
  await atServer(page);
  const opened = await page.goto('/');
  expect(opened?.headers()['strict-transport-security']).toBe('max-age=63072000');
  const protocol = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  );
  expect(protocol).toBe('h2');
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/tables') && answer.request().method() === 'POST');
  await page.locator('[data-start="engine"]').first().click();
  expect((await made).status()).toBe(201);
  await page.locator('[data-twin]').first().waitFor();
  expect((await context.cookies()).map(({ name, secure, httpOnly }) => ({ name, secure, httpOnly }))).toEqual([
    { name: '__Host-ludarium', secure: true, httpOnly: true },
  ]);
  expect(await act(page, dice(1))).toBe(true);
});

it('the deal of a game is checked by the page itself, which says so', async () => {
  const { page } = await stranger(options);
  await page.goto('/');
  await page.request.post(`${secure.url}/api/me`, { headers: { Origin: secure.url }, data: {} });
  const answer = await page.request.post(`${secure.url}/api/tables`, {
    headers: { Origin: secure.url },
    data: { game: 'ascension', setup: 'seats=2', seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }], gives_nonce: true },
  });
  const { link } = (await answer.json()) as { link: string };
  const given = page.waitForResponse((answer) => answer.url().endsWith('/nonce'));
  await page.goto(link);
  expect((await given).status()).toBe(200);
  await page.locator('[data-act="flag"]').click();
  await page.locator('[data-act="resign"]').click();
  await page.locator('[data-fair="fair"]').waitFor();
});
