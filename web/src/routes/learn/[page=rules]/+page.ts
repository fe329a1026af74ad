import { parse } from '$lib/learn/markdown';
import { rules } from '$lib/learn/rules';
import { loadTexts } from '$lib/learn/texts/index.svelte';
import { language } from '$lib/settings.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { page } }) => {
  const [text] = await Promise.all([rules(page, language()), loadTexts()]);
  return { page, blocks: parse(text) };
};
