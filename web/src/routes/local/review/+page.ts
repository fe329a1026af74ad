import { loadReview } from '$lib/games/boards.svelte';
import { games } from '$lib/host/ask';
import { visitor } from '$lib/host/line';
import { recordHere } from '$lib/host/record';
import { tableStore } from '$lib/host/store';
import { seatsOf } from '$lib/puzzles/collect';
import { words } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ url }) => {
  const id = url.searchParams.get('id') ?? '';
  const record = await recordHere(id);
  const [ui, list, kept] = await Promise.all([loadReview(record.game), games(), tableStore.get(id), words.load()]);
  return {
    record,
    ui,
    own: seatsOf(kept?.table.seats ?? [], visitor().id),
    hidden: list.some(({ key, hidden }) => key === record.game && hidden),
  };
};
