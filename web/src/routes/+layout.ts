import { speak } from '$lib/i18n/index.svelte';

/** Everything is drawn in the browser, which alone knows the language and the colours. */
export const ssr = false;

/** The language first, so that nothing is shown in another one; English if it cannot be had. */
export const load = (): Promise<void> => speak().catch(() => undefined);
