import type { Description, GameKey, Over, View } from '../api/types';
import { fill, type Args } from '../i18n/catalogue.svelte';
import { t } from '../i18n/index.svelte';
import { GAMES } from '.';
import { boardOf } from './boards.svelte';
import { seatName } from './seats';

/**
 * What the games say, in the reader's language: the rules describe an action by a key and arguments, and the catalogue of its
 * game has a sentence for that. Nothing here judges: what may be played comes with the view.
 */

/** An action with what it does: as the notation has it, where that is not known. */
export interface Action {
  t: string;
  says?: Description | undefined;
}

/** A sentence of a game by a key that is made of parts; null if there is none. */
export function sentence(game: GameKey, key: string, args: Args): string | null {
  const text = GAMES[game].words.words?.words[key];
  return text === undefined ? null : fill(text, args);
}

/** The key of a description in the catalogue of its game. */
export const keyOf = ({ key }: Description): string => key.slice(key.indexOf('.') + 1);

function described(kind: 'say' | 'do', game: GameKey, says: Description | undefined, view: View | null, more: Args): string | null {
  const board = boardOf(game);
  if (!says || !board) return null;
  const args = says.args ?? {};
  return sentence(game, `${kind}.${keyOf(says)}`, { ...more, ...(board.named?.(args, view) ?? args) });
}

/** "Black moves a cube from 0,0,2 to 0,1,3, pyramid down". */
export function say(game: GameKey, seat: number, seats: number, { t, says }: Action, view: View | null = null): string {
  const who = seatName(game, seat, seats);
  return described('say', game, says, view, { who }) ?? `${who}: ${t}`;
}

/** The same as something to do: "Cube to 0,1,3, pyramid down". */
export const toDo = (game: GameKey, { t, says }: Action, view: View | null = null): string => described('do', game, says, view, {}) ?? t;

export const asked = (view: View): string => ('over' in view.turn ? '' : (boardOf(view.game)?.asked(view) ?? ''));
export const target = (view: View, name: string): string => boardOf(view.game)?.target(view, name) ?? name;
export const score = (view: View, seat: number): string => boardOf(view.game)?.score(view, seat) ?? '';

/** Why the only action there is plays itself; null where somebody should play it. */
export function forced({ game, legal }: View): string | null {
  const [only] = legal;
  return only && legal.length === 1 ? sentence(game, `forced.${keyOf(only.says)}`, {}) : null;
}

/** The name of an option, what it is for (`.help`), or the name of a choice (`.value`); null if it has none. */
export const option = (game: GameKey, key: string): string | null => GAMES[game].words.words?.options[key] ?? null;

/** Who won, said to someone who plays `mine`. */
export function verdict(game: GameKey, over: Over, mine: number[]): string {
  const winners = over.result.flatMap((share, i) => (share === '0' ? [] : [i + 1]));
  const who = winners.map((seat) => seatName(game, seat, over.result.length)).join(', ');
  if (winners.length > 1) return winners.length === over.result.length ? t('end.draw') : t('end.shared', { who });
  if (mine.length === 1) return t(mine[0] === winners[0] ? 'end.you-won' : 'end.you-lost');
  return t('end.won', { who });
}

/** Ends that every game has; `0.8` is a clause of the rules that all games share. */
const ENDS = ['agreed', 'abort', '0.8'] as const;
/** Ends that somebody brought upon themselves. */
const LEFT = ['resign', 'time'] as const;

/** Why it ended, said to someone who plays `mine`. */
export function reason(game: GameKey, { by, result }: Over, mine: number[]): string {
  const left = LEFT.find((end) => end === by);
  if (left) {
    const seat = result.indexOf('0') + 1;
    if (mine.length === 1 && mine[0] === seat) return t(`by.${left}.you`);
    return t(`by.${left}`, { who: seatName(game, seat, result.length) });
  }
  const common = ENDS.find((end) => end === by);
  const ends = GAMES[game].words.words?.ends;
  return common ? t(`by.${common}`) : ends ? (ends[by] ?? by) : '';
}
