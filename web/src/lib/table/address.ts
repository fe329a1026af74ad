import { resolve } from '$app/paths';

/** Where a table is. The invitation to a private one is part of its address: without it only its people get in. */
export const tableAddress = (id: string, invite: string | null = null): string =>
  resolve('/t/[id=table]', { id }) + (invite ? `?invite=${encodeURIComponent(invite)}` : '');
