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

/** Of two seats one gets what the other does not: one curve. Of more, each has its own. */
export function curves(plies: AnalysedPly[], seats: number): Curve[] {
  if (seats === 2) {
    return [{ seat: 1, points: plies.map(({ ply, seat, score }) => ({ ply, share: seat === 1 ? score.winrate : 1 - score.winrate })) }];
  }
  return Array.from({ length: seats }, (_, i) => ({
    seat: i + 1,
    points: plies.filter((one) => one.seat === i + 1).map(({ ply, score }) => ({ ply, share: score.winrate })),
  }));
}

/** The points of a curve as an SVG path in a box of this size. */
export function path(points: Point[], plies: number, width: number, height: number): string {
  const x = (ply: number): number => (plies < 2 ? width / 2 : ((ply - 1) / (plies - 1)) * width);
  return points.map(({ ply, share }, i) => `${i === 0 ? 'M' : 'L'}${x(ply).toFixed(1)} ${((1 - share) * height).toFixed(1)}`).join('');
}
