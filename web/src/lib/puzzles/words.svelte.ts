import type { GameKey, View } from '../api/types';
import { sentence, toDo } from '../games/words';
import { byLanguage, Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import { percent } from '../review/words.svelte';
import { isMistake, type Task } from './mistake';
import { holds, strengthOf, type Theme } from './puzzle';
import type en from './words/en';

export type Words = Sentences<typeof en>;
/** What the pages under /puzzles say. */
export const words = new Catalogue(byLanguage(import.meta.glob<{ default: Words }>('./words/??.ts')));

export const say = (key: keyof Words, args: Args = {}): string => fill(words.words?.[key] ?? '', args);

/** The name of a theme; a game may have one of its own. */
export const themeName = (game: GameKey, theme: Theme): string => sentence(game, `theme.${theme}`, {}) ?? say(`theme.${theme}`);
/** Which kind it is, and how hard. */
export const kindOf = (task: Task): string =>
  isMistake(task)
    ? say('own.loss', { loss: percent(task.loss) })
    : `${themeName(task.game, task.theme)} · ${say('strength', { n: strengthOf(task) })}`;
/** What it is about, for whoever asks for a hint. */
export const hintOf = (task: Task): string =>
  isMistake(task) ? say('own.hint', { share: percent(task.score.winrate) }) : say(`about.${task.theme}`);

/** "Red to play and win in 2 turns". */
export const taskOf = (puzzle: Task, who: string): string => {
  if (isMistake(puzzle)) return say('own.task', { who });
  const task = holds(puzzle) ? 'hold' : 'win';
  return puzzle.turns === 1 ? say(`task.${task}.1`, { who }) : say(`task.${task}`, { who, n: puzzle.turns });
};
/** What is said before the first try. */
export const askOf = (task: Task, first: View): string =>
  isMistake(task)
    ? say('own.ask', { move: toDo(task.game, first.legal.find(({ t }) => t === task.played) ?? { t: task.played }, first) })
    : say('play');
/** What is said when a try went wrong that no reply refutes. */
export const wrongOf = (task: Task): string => say(isMistake(task) ? 'own.wrong' : task.turns === 1 ? 'failed' : 'failed.late');
