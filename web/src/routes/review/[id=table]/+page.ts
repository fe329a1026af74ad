import { games, get } from '$lib/api/http';
import { loadReasons } from '$lib/i18n/index.svelte';
import { server } from '$lib/review/api';
import { loadWords } from '$lib/review/words.svelte';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { id } }) => {
  const found = get<string>(`/tables/${id}/record`).then((text) => server.read(text));
  const [record, list] = await Promise.all([found, games(), loadWords(), loadReasons()]);
  return { id, record, hidden: list.some(({ key, hidden }) => key === record.game && hidden) };
};
