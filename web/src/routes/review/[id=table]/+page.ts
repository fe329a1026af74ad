import { games, get } from '$lib/api/http';
import { loadReview } from '$lib/games/boards.svelte';
import { server } from '$lib/review/api';
import { words } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { id } }) => {
  const found = get<string>(`/tables/${id}/record`).then(async (text) => {
    const record = await server.read(text);
    return { record, ui: await loadReview(record.game) };
  });
  const [{ record, ui }, list] = await Promise.all([found, games(), words.load()]);
  return { id, record, ui, hidden: list.some(({ key, hidden }) => key === record.game && hidden) };
};
