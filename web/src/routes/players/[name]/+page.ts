import { records } from '$lib/api/http';
import { request } from '$lib/api/request';
import type { Profile } from '$lib/api/types';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params: { name } }) => {
  const [profile, history] = await Promise.all([request<Profile>('GET', `/players/${encodeURIComponent(name)}`), records(name)]);
  return { profile, history };
};
