import type { GameKey } from '../api/types';
import { keep, recallJson } from '../storage';
import type { Outcome } from './tally';

/** What is remembered of someone's games against the computer: the level, and how many in a row were won (or lost, negative). */
interface Streak {
  level: number;
  row: number;
}

const KEY = 'ludarium.level.';
/** This many in a row say that another level would suit better. */
const ENOUGH = 2;

function recalled(game: GameKey): Streak | null {
  const kept = recallJson(KEY + game) as Partial<Streak> | null;
  return typeof kept?.level === 'number' && typeof kept.row === 'number' ? { level: kept.level, row: kept.row } : null;
}

/** The level that someone plays a game at; the first of the list, if they have not played. */
export function suited(game: GameKey, levels: readonly number[]): number {
  const first = levels[0] ?? 0;
  const kept = recalled(game)?.level ?? first;
  return levels.includes(kept) ? kept : first;
}

/** Begins at a level: what came before at another says nothing about it. */
export function begun(game: GameKey, level: number): void {
  if (recalled(game)?.level !== level) keep(KEY + game, JSON.stringify({ level, row: 0 }));
}

/** A game at a level is over. */
export function played(game: GameKey, level: number, how: Outcome): void {
  begun(game, level);
  const row = recalled(game)?.row ?? 0;
  const next = how === 'draw' ? 0 : how === 'won' ? Math.max(0, row) + 1 : Math.min(0, row) - 1;
  keep(KEY + game, JSON.stringify({ level, row: next }));
}

/** The level that would suit better now; null if this one does, or there is none. */
export function better(game: GameKey, levels: readonly number[]): number | null {
  const kept = recalled(game);
  if (!kept || Math.abs(kept.row) < ENOUGH) return null;
  return levels[levels.indexOf(kept.level) + Math.sign(kept.row)] ?? null;
}
