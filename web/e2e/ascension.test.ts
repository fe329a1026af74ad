import { expect, it } from 'vitest';
import { person, table } from './support';

const CORNERS = { a1: ['triangle', '△'], a9: ['circle', '○'], i9: ['square', '□'], i1: ['star', '☆'] } as const;

it.each([2, 3, 4])('every corner shows its figure with %i seats, absent seats’ too', async (seats) => {
  const { page } = await person();
  await table(page, {
    game: 'ascension',
    setup: `seats=${seats}`,
    seats: Array.from({ length: seats }, (_, i) => ({ kind: i === 0 ? 'me' : 'device' })),
  });
  for (const [cell, [name, sign]] of Object.entries(CORNERS)) {
    const corner = page.locator(`[data-cell="${cell}"]`);
    const signs = () => corner.locator('[data-sign]').evaluateAll((parts) => parts.map((part) => part.getAttribute('data-sign')).join(' '));
    // The board is drawn anew when it turns to one's seat.
    await expect.poll(signs).toContain(sign);
    await expect.poll(() => corner.getAttribute('aria-label')).toContain(`corner of the ${name}`);
  }
});
