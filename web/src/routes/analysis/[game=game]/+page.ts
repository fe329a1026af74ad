import { games } from '$lib/api/http';
import { loadReview } from '$lib/games/boards.svelte';
import { reasons } from '$lib/i18n/index.svelte';
import { words } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { game } }) => {
  const [ui, list] = await Promise.all([loadReview(game), games(), words.load(), reasons.load()]);
  return { game, ui, hidden: list.some(({ key, hidden }) => key === game && hidden) };
};
