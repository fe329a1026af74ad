import { beforeEach, expect, it, vi } from 'vitest';
import { begun, better, played, suited } from './level';
import { carry, counted, outcome, tally } from './tally';

const LEVELS = [0, 1, 2, 3];
function area(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}
beforeEach(() => {
  vi.stubGlobal('localStorage', area());
  vi.stubGlobal('sessionStorage', area());
});

it('begins with the first level, offers the next after two wins and the one below after two losses', () => {
  expect(suited('axiom', LEVELS)).toBe(0);
  expect(better('axiom', LEVELS)).toBeNull();
  played('axiom', 0, 'won');
  expect(better('axiom', LEVELS)).toBeNull();
  played('axiom', 0, 'won');
  expect(better('axiom', LEVELS)).toBe(1);
  begun('axiom', 1);
  expect([suited('axiom', LEVELS), better('axiom', LEVELS)]).toEqual([1, null]);
  played('axiom', 1, 'lost');
  played('axiom', 1, 'won');
  played('axiom', 1, 'lost');
  expect(better('axiom', LEVELS)).toBeNull();
  played('axiom', 1, 'lost');
  expect(better('axiom', LEVELS)).toBe(0);
  expect(suited('abraxas', LEVELS)).toBe(0);
});

it('offers nothing above the highest level or below the lowest', () => {
  for (let i = 0; i < 2; i++) played('axiom', 3, 'won');
  expect(better('axiom', LEVELS)).toBeNull();
  for (let i = 0; i < 2; i++) played('abraxas', 0, 'lost');
  expect(better('abraxas', LEVELS)).toBeNull();
  played('axiom', 9, 'won');
  expect(suited('axiom', LEVELS)).toBe(0);
});

it('counts from rematch to rematch', () => {
  expect(outcome(['1', '0'], 2)).toBe('lost');
  expect(outcome(['1/2', '1/2'], 2)).toBe('draw');
  const once = counted(tally('a'), outcome(['1', '0'], 1));
  carry('b', once);
  expect(counted(tally('b'), 'lost')).toEqual({ won: 1, draw: 0, lost: 1 });
  expect(tally('c')).toEqual({ won: 0, draw: 0, lost: 0 });
});
