import { resolve } from '$app/paths';

/** Whether a table is hosted by this browser, as its id says. */
export const isHere = (id: string): boolean => id.startsWith('l_');

/**
 * Where a table is. The invitation to a private one is part of its address: without it only its people get in.
 * That of a table in this browser is a query, so that any web host can serve its page.
 */
export const tableAddress = (id: string, invite: string | null = null): string =>
  isHere(id) ? `${resolve('/local')}?id=${id}` : resolve('/t/[id=table]', { id }) + (invite ? `?invite=${encodeURIComponent(invite)}` : '');

/** Where the review of the game of a table is. */
export const reviewAddress = (id: string): string =>
  isHere(id) ? `${resolve('/local/review')}?id=${id}` : resolve('/review/[id=table]', { id });
