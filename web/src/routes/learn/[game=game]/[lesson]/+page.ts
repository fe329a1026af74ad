import { error } from '@sveltejs/kit';
import { loadReasons } from '$lib/i18n/index.svelte';
import { lessons } from '$lib/learn/lessons';
import { loadTexts } from '$lib/learn/texts/index.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { game, lesson } }) => {
  const at = lessons[game].findIndex(({ id }) => id === lesson);
  if (at < 0) error(404);
  await Promise.all([loadTexts(), loadReasons()]);
  return { game, at };
};
