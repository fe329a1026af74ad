import { GAME_KEYS, type GameKey } from '$lib/api/types';

export const match = (param: string): param is GameKey => GAME_KEYS.some((key) => key === param);
