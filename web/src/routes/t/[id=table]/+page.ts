import { loadReasons } from '$lib/i18n/index.svelte';
import type { PageLoad } from './$types';

/** The table itself comes by its socket, and nothing is refused before that. */
export const load: PageLoad = ({ params: { id }, url }) => {
  loadReasons().catch(() => undefined);
  return { id, invite: url.searchParams.get('invite') };
};
