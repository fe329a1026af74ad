import { seatName } from '../games/seats';
import { sentence, toDo } from '../games/words';
import type { AnalysedPly, Fact, Mark } from '../api/types';
import { settings } from '../settings.svelte';
import type { ReviewModel } from './model.svelte';
import { percent, r, type ReviewKey } from './words.svelte';

export const who = (model: ReviewModel, seat: number): string => seatName(model.game, seat, model.seats);

/** A step as people say it. */
export function step(model: ReviewModel, token: string): string {
  const event = /^(resign|time|takeback):(\d+)$/.exec(token);
  if (token === 'draw') return r('event.draw');
  if (event?.[1] === 'takeback') return r('event.takeback', { n: event[2] ?? '' });
  if (event) return r(event[1] === 'time' ? 'event.time' : 'event.resign', { who: who(model, Number(event[2])) });
  const words = toDo(model.game, token, model.board.view);
  return settings.notation ? `${words} (${token})` : words;
}

/** As annotators write it. */
export const SIGNS: Record<Mark, string> = { slip: '?!', mistake: '?', blunder: '??' };

/** What a mistake gave away and what was better, as sentences. */
export function remark(model: ReviewModel, { seat, played, best, mark, loss, facts = [] }: AnalysedPly): string[] {
  if (!mark) return [];
  const args = { who: who(model, seat), move: step(model, played), mark: r(`mark.${mark}`), loss: percent(loss) };
  const said = (...kinds: Fact['is'][]): string[] => facts.flatMap((fact) => (kinds.includes(fact.is) ? [sentenceOf(model, fact)] : []));
  const better = best && best !== played ? [r('remark.better', { move: step(model, best) })] : [];
  return [r('remark.lead', args), ...said('lets'), ...better, ...said('better', 'prevents')];
}

/** The game has a sentence for what is its own; the rest can be said of every game. */
function sentenceOf(model: ReviewModel, { is, seat, says, turn }: Fact): string {
  const key = `${is}.${says.key.split('.')[1]}`;
  const move = turn.map(({ t }) => step(model, t)).join(', ');
  const piece = sentence(model.game, 'piece', says.args ?? {}) ?? '';
  const args = { who: who(model, seat), move, piece, ...says.args };
  const text = sentence(model.game, key, args) ?? r(key as ReviewKey, args);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
