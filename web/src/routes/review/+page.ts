import { records } from '$lib/api/http';
import { settled } from '$lib/api/identity.svelte';
import { finished } from '$lib/host/store';
import { SITE } from '$lib/host/site';
import { reasons } from '$lib/i18n/index.svelte';
import { words } from '$lib/review/words.svelte';

export async function load() {
  // The list may come later, or not at all: a record of one's own can be looked at without it.
  const mine = SITE ? null : settled().then(async ({ name }) => ({ name, records: (await records(name)).slice(0, 10) }));
  mine?.catch(() => undefined);
  const [here] = await Promise.all([finished(), words.load(), reasons.load()]);
  return { mine, here };
}
