import { seatName } from '../games/seats';
import { toDo } from '../games/words';
import type { AnalysedPly, Mark } from '../api/types';
import type { ReviewModel } from './model.svelte';
import type { Fact } from './remarks';
import { percent, r, type ReviewKey } from './words.svelte';

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

/** What a mistake gave away and what was better, as sentences. */
export function remark(model: ReviewModel, ply: AnalysedPly, facts: Fact[]): string[] {
  if (!ply.mark) return [];
  const args = { who: who(model, ply.seat), move: step(model, ply.played), mark: r(`mark.${ply.mark}`), loss: percent(ply.loss) };
  const said = [r('remark.lead', args)];
  if (ply.best && ply.best !== ply.played) said.push(r('remark.better', { move: step(model, ply.best) }));
  return [...said, ...facts.map((fact) => sentence(model, fact))];
}

function sentence(model: ReviewModel, fact: Fact): string {
  if ('who' in fact) {
    const n = fact.kind === 'lets-take' ? fact.n : 0;
    return r(`fact.${fact.kind}`, { who: who(model, fact.who), move: step(model, fact.reply), n });
  }
  const key: ReviewKey = fact.kind === 'takes' ? (model.game === 'axiom' ? 'fact.takes.axiom' : 'fact.takes.abraxas') : `fact.${fact.kind}`;
  return r(key, { n: 'n' in fact ? fact.n : 0, height: 'height' in fact ? fact.height : 0 });
}
