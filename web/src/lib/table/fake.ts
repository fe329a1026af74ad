import type { LegalMove } from '../api/types';

/** An action that touches these, for tests. */
export const move = (t: string, ...at: string[]): LegalMove => ({ t, at, says: { key: 'game.act' } });
