import { expect, it } from 'vitest';
import type { Shown } from '../api/types';
import type { Spot, Study } from './api';
import { isRight } from './judge';

const spot: Spot = { game: 'archimedes', setup: '', moves: [] };
const missed = { seat: 1, played: 'bad', best: 'best', score: { winrate: 0.8 } };
/** A game where it is `next`'s turn after any action, who may expect `share`; or which is over. */
const study = (turn: object, share = 0.5, seats = 2): Study =>
  ({
    position: async () => ({ view: { seats, turn } }) as unknown as Shown,
    evaluate: async ({ moves }: Spot) =>
      moves.length > 0 ? [{ score: { winrate: share }, pv: ['x'] }] : [{ score: { winrate: 0.4 }, pv: ['other', 'y'] }],
  }) as unknown as Study;
const never = {} as Study;

it('knows what the engine wanted and what was played without asking', async () => {
  expect(await isRight(never, spot, missed, 'best')).toBe(true);
  expect(await isRight(never, spot, missed, 'bad')).toBe(false);
});
it.each([
  ['the other seat may expect little', study({ seat: 2 }, 0.25), true],
  ['the other seat may expect much', study({ seat: 2 }, 0.3), false],
  ['the same seat goes on, well', study({ seat: 1 }, 0.75), true],
  ['the same seat goes on, badly', study({ seat: 1 }, 0.7), false],
  ['it wins', study({ over: { result: ['1', '0'] } }), true],
  ['it ends in a draw', study({ over: { result: ['1/2', '1/2'] } }), false],
  ['of three seats the next may expect little, but this one too', study({ seat: 2 }, 0.1, 3), false],
])('judges another try by what follows: %s', async (_, answers, right) => {
  expect(await isRight(answers, spot, missed, 'other')).toBe(right);
});
