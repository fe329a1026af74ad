import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../games';
import { before, isDay, streak } from './daily';
import { dayDone, merged, NOTHING, pieces, ratingOf, readProgress, tried, unknownTo, type Progress } from './progress';
import { chosen, read, strengthOf, tenOf, THEMES } from './puzzle';
import { NEWCOMER, rated } from './rating';
import { lineUp, Rush } from './rush.svelte';

const puzzles = GAME_KEYS.flatMap((game) => read(game, readFileSync(new URL(`../games/${game}/puzzles.txt`, import.meta.url), 'utf8')));
const one = puzzles[0]!;

describe('the collection', () => {
  it('reads, and names every puzzle once', () => {
    expect(new Set(puzzles.map(({ game, id }) => game + id)).size).toBe(puzzles.length);
    for (const { theme, turns, grade, action, setup } of puzzles) {
      expect(THEMES).toContain(theme);
      expect(turns).toBeGreaterThan(0);
      expect(grade).toBeGreaterThan(0);
      expect(action && setup).not.toBe('');
    }
  });
  it('is small', () => {
    const bytes = GAME_KEYS.map((game) => readFileSync(new URL(`../games/${game}/puzzles.txt`, import.meta.url)).length);
    expect(bytes.reduce((a, b) => a + b)).toBeLessThan(1_000_000);
  });
  it('is divided by theme', () => {
    const parts = THEMES.map((theme) => chosen(puzzles, { theme }).length);
    expect(parts.reduce((a, b) => a + b)).toBe(puzzles.length);
  });
});

describe('practice', () => {
  it.each(GAME_KEYS)('has ten puzzles of a theme for %s, from easy to hard', (game) => {
    const own = puzzles.filter((puzzle) => puzzle.game === game);
    const sets = THEMES.map((theme) => tenOf(chosen(own, { theme }))).filter((ten) => ten.length > 0);
    expect(sets.length).toBeGreaterThan(0);
    for (const ten of sets) {
      expect(new Set(ten).size).toBe(10);
      expect(ten).toEqual([...ten].sort((a, b) => strengthOf(a) - strengthOf(b)));
    }
  });
  it('has nothing where there are fewer', () => expect(tenOf(puzzles.slice(0, 9))).toEqual([]));
});

describe('ratings', () => {
  it('are those of Glicko-2', () => {
    // Worked out by bisection in place of Glickman's step 5.
    const before = { rating: 1500, deviation: 200, volatility: 0.06 };
    const won = rated(before, 1400, true);
    expect([won.rating, won.deviation]).toEqual([expect.closeTo(1562.626, 2), expect.closeTo(177.701, 2)]);
    expect(won.volatility).toBeCloseTo(0.059999, 5);
    const lost = rated(before, 1400, false);
    expect([lost.rating, lost.deviation]).toEqual([expect.closeTo(1392.753, 2), expect.closeTo(177.701, 2)]);
  });
  it('come to what one can solve', () => {
    let rating = NEWCOMER;
    for (let i = 0; i < 300; i += 1) rating = rated(rating, 1000 + (i % 7) * 100, (i % 7) * 100 < 350);
    expect(Math.abs(rating.rating - 1350)).toBeLessThan(120);
  });
});

describe('progress', () => {
  const other = { ...one, id: 'other' };
  it('counts the first try alone', () => {
    const failed = tried(NOTHING, one, false, 1);
    expect(tried(failed, one, true, 2)).toEqual(failed);
    expect(ratingOf(failed, one.game).rating).toBeLessThan(1500);
  });
  it('is put together from two browsers, whichever comes first', () => {
    const here = dayDone(tried(NOTHING, one, false, 1), '2026-11-17');
    const there = tried(tried(NOTHING, other, true, 2), one, true, 3);
    expect(merged(here, there)).toEqual(merged(there, here));
    expect(merged(here, there).tries.map(({ solved }) => solved)).toEqual([false, true]);
    expect(readProgress(JSON.stringify(here))).toEqual(here);
    expect(readProgress('{"tries":[1]}')).toBeNull();
  });
  it('of two tries at once the one that failed counts, whichever comes first', () => {
    const [solved, failed] = [tried(NOTHING, one, true, 1), tried(NOTHING, one, false, 1)];
    expect(merged(solved, failed)).toEqual(failed);
    expect(merged(failed, solved)).toEqual(failed);
  });
  it('tells another what it does not know, in pieces, and then nothing more', () => {
    const mine = { ...dayDone(tried(tried(NOTHING, one, false, 1), other, true, 2), '2026-11-17'), rush: 3 };
    const theirs = { ...dayDone(tried(NOTHING, one, true, 3), '2026-11-16'), rush: 2 };
    const news = unknownTo(theirs, mine);
    // Theirs comes later than mine: mine is news to them.
    expect(news).toEqual({ ...NOTHING, tries: mine.tries, days: mine.days, rush: 3 });
    const parts = [...pieces(news, 1)];
    expect(parts.map(({ tries, days, rush }) => [tries.length, days.length, rush])).toEqual([
      [1, 1, 3],
      [1, 0, 0],
    ]);
    const told = parts.reduce<Progress>(merged, theirs);
    expect(told).toEqual(merged(mine, theirs));
    expect([...pieces(unknownTo(told, mine))]).toEqual([]);
    expect(unknownTo(NOTHING, told)).toEqual(told);
  });
  it('counts days in a row, today or not', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01'];
    const solved = (day: string): boolean => days.includes(day);
    expect(streak(solved, '2026-03-01')).toBe(3);
    expect(streak(solved, '2026-03-02')).toBe(3);
    expect(streak(solved, '2026-03-03')).toBe(0);
    expect(before('2026-03-01', 1)).toBe('2026-02-28');
    expect(isDay('2026-13-01')).toBe(false);
  });
});

it('a rush goes from easy to hard and ends with the third mistake or the time', () => {
  const line = lineUp(puzzles, 'seed');
  expect(line).toEqual([...line].sort((a, b) => strengthOf(a) - strengthOf(b)));
  const rush = new Rush(puzzles, 0);
  rush.told(true);
  rush.told(false);
  rush.tick(1000);
  expect([rush.solved, rush.mistakes, rush.left, rush.over]).toEqual([1, 2, 179_000, false]);
  rush.told(false);
  rush.told(false);
  expect(rush.over).toBe(true);
  const late = new Rush(puzzles, 0);
  late.tick(180_000);
  expect(late.puzzle).toBeNull();
});
