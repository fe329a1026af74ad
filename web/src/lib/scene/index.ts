import type { GameKey } from '../api/types';
import { awake } from './graphics';
import type { MakeScene } from './types';

type Load = () => Promise<{ make: MakeScene }>;
const woken =
  (load: Load): Load =>
  async () =>
    (await Promise.all([load(), awake()]))[0];

/** The scene of each game, loaded when a table asks for it. */
export const scenes: Record<GameKey, Load> = {
  axiom: woken(() => import('./axiom')),
  abraxas: woken(() => import('./abraxas')),
  archimedes: woken(() => import('./archimedes')),
  ascension: woken(() => import('./ascension')),
};
