import type { GameKey } from '../../api/types';
import type { Lesson } from '../lesson';
import { abraxas } from './abraxas';
import { archimedes } from './archimedes';
import { ascension } from './ascension';
import { axiom } from './axiom';

/** The path of each game, easiest first. */
export const lessons: Record<GameKey, Lesson[]> = { axiom, abraxas, archimedes, ascension };
