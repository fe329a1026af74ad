import { settled } from '$lib/api/identity.svelte';
import { SITE } from '$lib/host/site';

/** The first page has a file of its own, which names its scripts: they come without waiting for the router. */
export const prerender = true;

/** Asked for before the pictures are: whoever presses a button at once waits for it. */
export function load(): void {
  if (!SITE) settled().catch(() => undefined);
}
