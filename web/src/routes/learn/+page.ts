import { loadTexts } from '$lib/learn/texts/index.svelte';

export const load = (): Promise<void> => loadTexts();
