import { request } from '$lib/api/request';
import { GAME_KEYS, type GameKey, type Pace, type Ranked } from '$lib/api/types';
import type { PageLoad } from './$types';

const PACES: readonly Pace[] = ['fast', 'slow', 'days', 'untimed'];

export const load: PageLoad = async ({ url }) => {
  const game: GameKey = GAME_KEYS.find((key) => key === url.searchParams.get('game')) ?? 'axiom';
  const pace: Pace = PACES.find((key) => key === url.searchParams.get('pace')) ?? 'fast';
  const { players } = await request<{ players: Ranked[] }>('GET', `/leaderboard?game=${game}&pace=${pace}`);
  return { game, pace, players, paces: PACES };
};
