import type { AnalysedPly } from '../api/types';
import type { Outcome } from '../table/tally';

/** Less than this of the win is nothing that a game turned on. */
const LEAST = 0.08;

/** The action that decided a game most: of the loser's own, or of whoever lost to the winner. */
export function turningPoint(plies: readonly AnalysedPly[], seat: number, how: Outcome): AnalysedPly | null {
  const own = (ply: AnalysedPly): boolean => (ply.seat === seat) === (how !== 'won');
  const worst = plies.filter(own).reduce<AnalysedPly | null>((most, ply) => (ply.loss > (most?.loss ?? LEAST) ? ply : most), null);
  return worst;
}
