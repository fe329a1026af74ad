import type { Fact, View, Warning } from '../api/types';
import { seatName } from '../games/seats';
import { keyOf, sentence, toDo } from '../games/words';
import { c, type CoachKey } from './words.svelte';

/** A fact as a sentence: the game has one for what is its own, the rest can be said of every game. */
function told(kind: 'threat' | 'lets', view: View, { seat, says, turn }: Fact): string {
  const { game, seats } = view;
  const key = `${kind}.${keyOf(says)}`;
  const args = { who: seatName(game, seat, seats), move: turn.map((action) => toDo(game, action, view)).join(', '), ...says.args };
  const text = sentence(game, key, args) ?? c(key as CoachKey, args);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "White threatens to take the cube on 0,0,2: …" */
export const threatens = (view: View, fact: Fact): string => told('threat', view, fact);

/** "Careful. This lets White take the cube on 0,0,2: …" */
export function warns(view: View, { is, fact }: Warning): string {
  if (fact.turn.length === 0) return c('warn.ends', { who: seatName(view.game, fact.seat, view.seats) });
  return `${c(`warn.${is}`)} ${told('lets', view, fact)}`;
}
