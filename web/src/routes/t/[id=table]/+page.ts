import { loadReasons } from '$lib/i18n/index.svelte';
import type { PageLoad } from './$types';

/** The table itself comes by its socket. */
export const load: PageLoad = async ({ params: { id }, url }) => {
  await loadReasons();
  return { id, invite: url.searchParams.get('invite') };
};
