import type * as wire from '../generated';
import { abraxas } from './abraxas';
import { archimedes } from './archimedes';
import { ascension } from './ascension';
import { axiom } from './axiom';
import type { GameUi } from './ui';

/** The boards of the games as the server shows them. */
export interface Boards {
  axiom: wire.AxiomBoard;
  abraxas: wire.AbraxasBoard;
  archimedes: wire.ArchimedesBoard;
  ascension: wire.AscensionBoard;
}
export type GameKey = keyof Boards;

/** The one list of the games: whoever adds one adds its folder and a line here. */
export const GAMES: { readonly [K in GameKey]: GameUi<K> } = { axiom, abraxas, archimedes, ascension };

export const GAME_KEYS = Object.keys(GAMES) as readonly GameKey[];
export const isGame = (key: string): key is GameKey => Object.hasOwn(GAMES, key);
