import { seatName } from '../games/seats';
import { toDo } from '../games/words';
import type { AnalysedPly, Mark } from '../api/types';
import type { ReviewModel } from './model.svelte';
import type { Fact } from './remarks';
import type { Args } from '../i18n/index.svelte';
import { percent, r } from './words.svelte';

export const who = (model: ReviewModel, seat: number): string => seatName(model.game, seat, model.seats);

/** A step as people say it. */
export function step(model: ReviewModel, token: string): string {
  const event = /^(resign|time|takeback):(\d+)$/.exec(token);
  if (token === 'draw') return r('event.draw');
  if (event?.[1] === 'takeback') return r('event.takeback', { n: event[2] ?? '' });
  if (event) return r(event[1] === 'time' ? 'event.time' : 'event.resign', { who: who(model, Number(event[2])) });
  return `${toDo(model.game, token)} (${token})`;
}

/** As annotators write it. */
export const SIGNS: Record<Mark, string> = { slip: '?!', mistake: '?', blunder: '??' };

/** A turn, action by action. */
const turn = (model: ReviewModel, tokens: string[]): string => tokens.map((token) => step(model, token)).join(', ');

/** What a mistake gave away and what was better, as sentences. */
export function remark(model: ReviewModel, ply: AnalysedPly, facts: Fact[]): string[] {
  if (!ply.mark) return [];
  const args = { who: who(model, ply.seat), move: step(model, ply.played), mark: r(`mark.${ply.mark}`), loss: percent(ply.loss) };
  const said = (...kinds: Fact['is'][]): string[] => facts.flatMap((fact) => (kinds.includes(fact.is) ? [capital(sentence(model, fact))] : []));
  const better = ply.best && ply.best !== ply.played ? [r('remark.better', { move: step(model, ply.best) })] : [];
  return [r('remark.lead', args), ...said('lets'), ...better, ...said('better', 'prevents')];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentence(model: ReviewModel, fact: Fact): string {
  if (fact.is === 'prevents') return r(`prevents.${fact.how ?? 'move'}`, { piece: r(`piece.${model.game}`, { cell: fact.cell }), cell: fact.cell, move: turn(model, fact.better) });
  const { kind, ...rest } = fact.gain;
  const args = { ...rest, ...('what' in rest ? { what: rest.what.join(', ') } : {}) } as Args;
  const key = kind === 'takes' ? (`takes.${model.game}` as 'takes.axiom' | 'takes.abraxas') : kind;
  if (fact.is === 'better') return r(`better.${key}`, args);
  const said = { who: who(model, fact.who), move: turn(model, fact.reply), ...args };
  // In Axiom one wins by where a sceptre comes to.
  const reached = model.game === 'axiom' && kind === 'wins' ? /^S.*>(.+):/.exec(fact.reply[0] ?? '')?.[1] : undefined;
  if (reached) return r('lets.reaches', { ...said, cell: reached });
  return r(`lets.${key as Exclude<typeof key, 'draws'>}`, said);
}
