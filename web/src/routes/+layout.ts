import { SITE } from '$lib/host/site';
import { speak } from '$lib/i18n/index.svelte';

/** Everything is drawn in the browser, which alone knows the language and the colours. */
export const ssr = false;

/** A site of its own has a file for every address, in a folder of that name: any web host can serve it. */
export const prerender = SITE;
export const trailingSlash = SITE ? 'always' : 'never';

/** The language first, so that nothing is shown in another one; English if it cannot be had. */
export const load = (): Promise<void> => speak().catch(() => undefined);
