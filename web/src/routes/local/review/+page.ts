import { loadReview } from '$lib/games/boards.svelte';
import { games } from '$lib/host/ask';
import { recordHere } from '$lib/host/record';
import { words } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ url }) => {
  const record = await recordHere(url.searchParams.get('id') ?? '');
  const [ui, list] = await Promise.all([loadReview(record.game), games(), words.load()]);
  return { record, ui, hidden: list.some(({ key, hidden }) => key === record.game && hidden) };
};
