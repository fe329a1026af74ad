import type { GameKey } from '../api/types';
import type { MakeScene } from './types';

/** The scene of each game, loaded when a table asks for it. Filled in as the scenes land. */
export const scenes: Partial<Record<GameKey, () => Promise<{ make: MakeScene }>>> = {
  axiom: () => import('./axiom'),
  abraxas: () => import('./abraxas'),
  archimedes: () => import('./archimedes'),
  ascension: () => import('./ascension'),
};
