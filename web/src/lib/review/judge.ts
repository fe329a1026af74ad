import type { AnalysedPly } from '../api/types';
import type { Spot, Study } from './api';

/** What a review knows of an action that gave something away. */
export type Missed = Pick<AnalysedPly, 'seat' | 'played' | 'best' | 'score'>;

/** As much of the win as a second try may give away and still be right. */
const CLOSE = 0.07;

/** Whether a second try where a mistake was made is as good as what the engine wanted, or nearly. */
export async function isRight(study: Study, spot: Spot, { seat, played, best, score }: Missed, tried: string): Promise<boolean> {
  if (tried === best || tried === played) return tried === best;
  return score.winrate - (await share(study, spot, seat, tried)) < CLOSE;
}

/** What a seat may expect after an action. */
async function share(study: Study, spot: Spot, seat: number, token: string): Promise<number> {
  const after = { ...spot, moves: [...spot.moves, token] };
  const { view } = await study.position(after, null);
  if ('over' in view.turn) {
    const [n = 0, of = 1] = (view.turn.over.result[seat - 1] ?? '0').split('/').map(Number);
    return n / of;
  }
  const [line] = await study.evaluate(after, 0.4, 1);
  const expected = line?.score.winrate ?? 0.5;
  if (view.turn.seat === seat) return expected;
  // Of two seats one gets what the other does not; of more at most that.
  const most = 1 - expected;
  if (view.seats === 2) return most;
  const lines = await study.evaluate(spot, 0.6, 8);
  const seen = lines.find(({ pv }) => pv.length > 1 && pv[0] === token);
  return Math.min(most, seen?.score.winrate ?? most);
}
