import { seatName } from '../games/seats';
import { keyOf, sentence, toDo, type Action } from '../games/words';
import type { AnalysedPly, Fact, Mark } from '../api/types';
import { settings } from '../settings.svelte';
import type { ReviewModel } from './model.svelte';
import type { TreeNode } from './tree';
import { percent, r, type ReviewKey } from './words.svelte';

export const who = (model: ReviewModel, seat: number): string => seatName(model.game, seat, model.seats);

/** A step as people say it. */
export function step(model: ReviewModel, action: Action): string {
  const { t, says } = action;
  if (says?.key.startsWith('event.')) {
    const { seat, ...args } = says.args ?? {};
    return r(says.key as ReviewKey, { ...args, who: seat === undefined ? '' : who(model, Number(seat)) });
  }
  const words = toDo(model.game, action, model.board.view);
  return settings.notation ? `${words} (${t})` : words;
}

export const actionOf = ({ token, says }: TreeNode): Action => ({ t: token, says });
/** What was played where a mistake was made, and what was better. */
export const played = (ply: AnalysedPly): Action => ({ t: ply.played, says: ply.says });
export const better = (ply: AnalysedPly): Action | null => (ply.best === null ? null : { t: ply.best, says: ply.best_says });

/** As annotators write it. */
export const SIGNS: Record<Mark, string> = { slip: '?!', mistake: '?', blunder: '??' };

/** What a mistake gave away and what was better, as sentences. */
export function remark(model: ReviewModel, ply: AnalysedPly): string[] {
  const { seat, mark, loss, facts = [] } = ply;
  if (!mark) return [];
  const args = { who: who(model, seat), move: step(model, played(ply)), mark: r(`mark.${mark}`), loss: percent(loss) };
  const said = (...kinds: Fact['is'][]): string[] => facts.flatMap((fact) => (kinds.includes(fact.is) ? [sentenceOf(model, fact)] : []));
  const best = better(ply);
  const instead = best && best.t !== ply.played ? [r('remark.better', { move: step(model, best) })] : [];
  return [r('remark.lead', args), ...said('lets'), ...instead, ...said('better', 'prevents')];
}

/** The game has a sentence for what is its own; the rest can be said of every game. */
function sentenceOf(model: ReviewModel, { is, seat, says, turn }: Fact): string {
  const key = `${is}.${keyOf(says)}`;
  const move = turn.map((action) => step(model, action)).join(', ');
  const piece = sentence(model.game, 'piece', says.args ?? {}) ?? '';
  const args = { who: who(model, seat), move, piece, ...says.args };
  const text = sentence(model.game, key, args) ?? r(key as ReviewKey, args);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
