import type { GameKey } from '../api/types';
import { sentence } from '../games/words';
import { Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import { holds, type Puzzle, type Theme } from './puzzle';
import type en from './words/en';

export type Words = Sentences<typeof en>;
/** What the pages under /puzzles say. */
export const words = new Catalogue<Words>({
  en: () => import('./words/en'),
  fr: () => import('./words/fr'),
  nl: () => import('./words/nl'),
  de: () => import('./words/de'),
});

export const say = (key: keyof Words, args: Args = {}): string => fill(words.words?.[key] ?? '', args);

/** The name of a theme; a game may have one of its own. */
export const themeName = (game: GameKey, theme: Theme): string => sentence(game, `theme.${theme}`, {}) ?? say(`theme.${theme}`);
/** What it is about, for whoever asks for a hint. */
export const themeHint = (theme: Theme): string => say(`about.${theme}`);

/** "Red to play and win in 2 turns". */
export const taskOf = (puzzle: Puzzle, who: string): string => {
  const task = holds(puzzle) ? 'hold' : 'win';
  return puzzle.turns === 1 ? say(`task.${task}.1`, { who }) : say(`task.${task}`, { who, n: puzzle.turns });
};
