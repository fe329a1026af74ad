import { expect, it } from 'vitest';
import { accessible, DESK, make, person, PHONE, settled, shot, stranger } from './support';

/** Addresses that someone may paste and that lead to no page, with what the page says of it. */
const BROKEN: [string, string, RegExp][] = [
  ['an unknown address', '/nowhere', /no page at this address/],
  ['a stray per cent sign', '/%', /no page at this address/],
  ['a broken escape in a table', '/t/%zz', /no page at this address|no such table/],
  ['an unknown table', '/t/t_nothing', /no such table/],
  ['an unknown game to learn', '/learn/nothing', /no page at this address/],
  ['an unknown lesson', '/learn/axiom/nothing', /no page at this address/],
  ['an unknown game to analyse', '/analysis/nothing', /no page at this address/],
  ['a review of an unknown table', '/review/t_nothing', /no such table/],
  ['an unknown player', '/players/nobody', /no (such|one)|nobody/i],
];

it.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('%s: an address that leads nowhere says so, and the way home is there', async (size, viewport) => {
  const { page } = await stranger({ viewport });
  for (const [name, address, says] of BROKEN) {
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('main').innerText(), { message: name }).toMatch(says);
    await settled(page);
    expect(await page.locator('h1').count(), name).toBe(1);
    expect(await page.locator('.cut').count(), name).toBe(0);
    await accessible(page, name);
    await shot(page, `${size}-${name.replaceAll(' ', '-')}`);
    await page.locator('main a[href="/"]').click();
    await page.locator('[data-start="engine"]').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

it('a private table without its invitation says what it is and what to do', async () => {
  const ada = await person();
  const { id, link } = await make(ada.page, { game: 'axiom', seats: [{ kind: 'me' }, { kind: 'open' }] });
  const { page } = await stranger();
  await page.goto(`/t/${id}`);
  await expect.poll(() => page.locator('main').innerText()).toMatch(/private/i);
  await expect.poll(() => page.locator('main').innerText()).toMatch(/invit|whole link/i);
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('.cut').count()).toBe(0);
  await settled(page);
  await accessible(page, 'private table');
  await shot(page, 'desk-private-table');
  await page.locator('main a[href="/"]').click();
  await page.locator('[data-start="engine"]').first().waitFor();
  // With the whole link the same person comes in, without a reload in between.
  await page.evaluate((to) => {
    const anchor = Object.assign(document.createElement('a'), { href: to });
    document.querySelector('main')!.append(anchor);
    anchor.click();
  }, link);
  await page.locator('#wait-title').waitFor();
});
