import { redirect } from '@sveltejs/kit';
import { resolve } from '$app/paths';
import { get } from '$lib/api/http';
import type { Table } from '$lib/api/types';
import { settled } from '$lib/api/identity.svelte';
import { loadReview } from '$lib/games/boards.svelte';
import { games } from '$lib/host/ask';
import { seatsOf } from '$lib/puzzles/collect';
import { study } from '$lib/review/api';
import { words } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { id } }) => {
  // Until a game has ended nobody is offered an engine for it: its place is the table.
  const { state, seats } = await get<Table>(`/tables/${id}`);
  if (state !== 'over') redirect(307, resolve('/t/[id=table]', { id }));
  const found = get<string>(`/tables/${id}/record`).then(async (text) => {
    const record = await study.read(text);
    return { record, ui: await loadReview(record.game) };
  });
  const [{ record, ui }, list, me] = await Promise.all([found, games(), settled(), words.load()]);
  return { id, record, ui, own: seatsOf(seats, me.id), hidden: list.some(({ key, hidden }) => key === record.game && hidden) };
};
