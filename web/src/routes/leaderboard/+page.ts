import { request } from '$lib/api/request';
import type { GameKey, Leaderboard, Pace } from '$lib/api/types';
import { GAME_KEYS } from '$lib/games';
import type { PageLoad } from './$types';

const PACES: readonly Pace[] = ['fast', 'slow', 'days', 'untimed'];

export const load: PageLoad = async ({ url }) => {
  const game: GameKey = GAME_KEYS.find((key) => key === url.searchParams.get('game')) ?? GAME_KEYS[0]!;
  const pace: Pace = PACES.find((key) => key === url.searchParams.get('pace')) ?? 'fast';
  const { players } = await request<Leaderboard>('GET', `/leaderboard?game=${game}&pace=${pace}`);
  return { game, pace, players, paces: PACES };
};
