import type { GameKey } from '../api/types';
import { GAME_KEYS } from '../games';
import { puzzlesOf, type Puzzle } from './puzzle';

const DAY = 86_400_000;
/** Steps through a collection without repeating anything for as long as it can. */
const STRIDE = 7919;

/** A day as everyone writes it, wherever they are: `2026-11-17`. */
export const today = (now: number = Date.now()): string => new Date(now).toISOString().slice(0, 10);
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const number = (day: string): number => Math.floor(Date.parse(day) / DAY);
export const before = (day: string, days: number): string => today((number(day) - days) * DAY);

/** The game of a day: they take turns. */
export const gameOf = (day: string): GameKey => GAME_KEYS[number(day) % GAME_KEYS.length]!;

/** The puzzle of a day, the same for everyone. */
export async function puzzleOf(day: string): Promise<Puzzle | null> {
  const puzzles = await puzzlesOf(gameOf(day));
  const round = Math.floor(number(day) / GAME_KEYS.length);
  return puzzles[(round * STRIDE) % puzzles.length] ?? null;
}

/** How many days in a row were solved, up to today or, while today is open, yesterday. */
export function streak(solved: (day: string) => boolean, day: string = today()): number {
  let days = 0;
  let at = solved(day) ? day : before(day, 1);
  while (solved(at)) {
    days += 1;
    at = before(at, 1);
  }
  return days;
}
