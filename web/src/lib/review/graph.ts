import type { AnalysedPly } from '../api/types';

export interface Point {
  /** The ply before which the position was judged, from 1. */
  ply: number;
  /** The share of the win that the seat could expect, from 0 to 1. */
  share: number;
}
export interface Curve {
  seat: number;
  points: Point[];
}

/** What a seat could expect. Of two seats one gets what the other does not; of more, only a seat's own plies tell. */
export const curve = (plies: readonly AnalysedPly[], seats: number, seat: number): Curve => ({
  seat,
  points: plies
    .filter((one) => seats === 2 || one.seat === seat)
    .map(({ ply, seat: mover, score }) => ({ ply, share: mover === seat ? score.winrate : 1 - score.winrate })),
});
/** One curve says it all of two seats; of more, each has its own. */
export const curves = (plies: readonly AnalysedPly[], seats: number): Curve[] =>
  Array.from({ length: seats === 2 ? 1 : seats }, (_, i) => curve(plies, seats, i + 1));

/** Where a ply is in a graph of this width. */
export const placeOf = (ply: number, plies: number, width: number): number => (plies < 2 ? width / 2 : ((ply - 1) / (plies - 1)) * width);
/** The points of a curve as an SVG path in a box of this size. */
export function path(points: Point[], plies: number, width: number, height: number): string {
  return points
    .map(({ ply, share }, i) => `${i === 0 ? 'M' : 'L'}${placeOf(ply, plies, width).toFixed(1)} ${((1 - share) * height).toFixed(1)}`)
    .join('');
}
