import type { GameKey } from '../api/types';
import { GAMES } from '../games';

export const THEMES = ['once', 'gain', 'quiet', 'parry', 'squeeze', 'hold'] as const;
export type Theme = (typeof THEMES)[number];
export const STEPS = ['easy', 'middle', 'hard'] as const;
export type Step = (typeof STEPS)[number];

/** A position where one action, and only one, does what is asked: a line of `puzzles.txt` (docs/puzzles.md). */
export interface Puzzle {
  game: GameKey;
  /** The same for the same position, whatever else comes into the collection. */
  id: string;
  turns: number;
  grade: number;
  theme: Theme;
  action: string;
  setup: string;
}

/** What is asked: to prevent a win, or to win. */
export const holds = ({ theme }: Puzzle): boolean => theme === 'hold';

/** FNV-1a, in letters and digits. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0');
}

export function read(game: GameKey, text: string): Puzzle[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => {
    const [turns, grade, theme, action, setup] = line.split(' ') as [string, string, Theme, string, string];
    return { game, id: digest(setup), turns: Number(turns), grade: Number(grade), theme, action, setup };
  });
}

const readOnce = new Map<GameKey, Promise<Puzzle[]>>();
/** The puzzles of a game, loaded when they are first wanted. */
export function puzzlesOf(game: GameKey): Promise<Puzzle[]> {
  const now = readOnce.get(game) ?? GAMES[game].puzzles().then(({ default: text }) => read(game, text));
  readOnce.set(game, now);
  now.catch(() => readOnce.delete(game));
  return now;
}

/** How strong a solver is who finds it half the time, guessed from what a search needs and how far one has to see. */
export const strengthOf = ({ turns, grade }: Puzzle): number => 700 + 60 * grade + 150 * (turns - 1);

export const stepOf = (puzzle: Puzzle): Step => {
  const strength = strengthOf(puzzle);
  return strength < 1150 ? 'easy' : strength < 1500 ? 'middle' : 'hard';
};

/** Which puzzles of a game are wanted; what is left out does not matter. */
export interface Choice {
  theme?: Theme | undefined;
  step?: Step | undefined;
}

export const chosen = (puzzles: readonly Puzzle[], { theme, step }: Choice): Puzzle[] =>
  puzzles.filter((puzzle) => (!theme || puzzle.theme === theme) && (!step || stepOf(puzzle) === step));

/** How many of a theme are for practice. */
export const TEN = 10;
/** Ten of them from easy to hard, evenly spread; none if there are fewer. */
export function tenOf(puzzles: readonly Puzzle[]): Puzzle[] {
  if (puzzles.length < TEN) return [];
  const sorted = [...puzzles].sort((a, b) => strengthOf(a) - strengthOf(b));
  return Array.from({ length: TEN }, (_, i) => sorted[Math.floor((i * (sorted.length - 1)) / (TEN - 1))]!);
}
