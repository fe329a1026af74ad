import { describe, expect, it, vi } from 'vitest';
import { GAME_KEYS } from '../games';
import { analysed, differing, firstOf, libraryOf, numberOf } from './library';

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }));

describe.each(GAME_KEYS)('the library of %s', (game) => {
  it('has games that differ, each judged from its first action to its last', async () => {
    const library = await libraryOf(game);
    expect(library.length).toBeGreaterThan(0);
    expect(new Set(library.map(({ moves }) => moves.join(' '))).size).toBe(library.length);
    for (const model of library) {
      const plies = analysed(model);
      expect(plies.map(({ played }) => played)).toEqual(model.moves);
      expect(plies.filter(({ mark }) => mark !== null)).toEqual(model.remarks);
      expect(plies.every(({ score }) => score.winrate >= 0 && score.winrate <= 1)).toBe(true);
    }
  });
});

it('every game has its day, and then another one of its model games', () => {
  const days = Array.from({ length: GAME_KEYS.length * 3 }, (_, day) => day * 86_400_000);
  expect(new Set(days.map((day) => firstOf(day))).size).toBe(GAME_KEYS.length);
  const shown = days.filter((day) => firstOf(day) === 1).map((day) => numberOf(3, day));
  expect(shown).toEqual([0, 1, 2]);
});

it('a list says what tells its games apart, and not what is the same in all', () => {
  const chosen = (edition: string, swap: string) => [
    { key: 'edition', value: edition, usual: false },
    { key: 'swap', value: swap, usual: true },
  ];
  const values = (...list: ReturnType<typeof chosen>[]) => differing(list).map((one) => one.map(({ value }) => value));
  expect(values(chosen('1988', 'off'), chosen('2008', 'off'))).toEqual([['1988'], ['2008']]);
  expect(values(chosen('2008', 'off'), chosen('2008', 'off'))).toEqual([[], []]);
});
