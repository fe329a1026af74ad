import { games } from '$lib/api/http';
import { loadReasons } from '$lib/i18n/index.svelte';
import { loadWords } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { game } }) => {
  const [list] = await Promise.all([games(), loadWords(), loadReasons()]);
  return { game, hidden: list.some(({ key, hidden }) => key === game && hidden) };
};
