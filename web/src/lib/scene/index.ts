import { GAMES, type GameKey } from '../games';
import { awake } from './graphics';
import type { MakeScene } from './types';

/** Loads the scene of a game, and wakes what draws meanwhile. */
export const loadScene = async (game: GameKey): Promise<MakeScene> => (await Promise.all([GAMES[game].scene(), awake()]))[0].make;
