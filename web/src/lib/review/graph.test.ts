import { expect, it } from 'vitest';
import type { AnalysedPly } from '../api/types';
import { curves, path } from './graph';

const at = (ply: number, seat: number, winrate: number): AnalysedPly => ({
  ply,
  seat,
  played: '',
  score: { winrate, text: '' },
  best: null,
  pv: [],
  loss: 0,
  mark: null,
});

it('two seats share one curve', () => {
  const [curve, ...more] = curves([at(1, 1, 0.6), at(2, 2, 0.75)], 2);
  expect(more).toEqual([]);
  expect(curve?.points).toEqual([
    { ply: 1, share: 0.6 },
    { ply: 2, share: 0.25 },
  ]);
});
it('three seats have a curve each', () => {
  expect(curves([at(1, 1, 0.5), at(2, 2, 0.3), at(3, 3, 0.2), at(4, 1, 0.4)], 3).map((curve) => curve.points.length)).toEqual([2, 1, 1]);
});
it('a path runs from left to right, a win at the top', () => {
  expect(
    path(
      [
        { ply: 1, share: 1 },
        { ply: 3, share: 0.5 },
      ],
      3,
      100,
      40,
    ),
  ).toBe('M0.0 0.0L100.0 20.0');
});
