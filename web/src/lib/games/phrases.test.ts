import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GAME_KEYS, GAMES } from '.';
import review from '../review/words/en';

it.each(GAME_KEYS)('whatever the rules can say of an action of %s has a sentence', async (game) => {
  const source = readFileSync(new URL(`../../../../crates/games/src/${game}/describe.rs`, import.meta.url), 'utf8');
  const keys = [...source.matchAll(new RegExp(`"${game}\\.([\\w-]+)"`, 'g'))].map((found) => found[1]!);
  const { words } = (await GAMES[game].words.loaders.en()).default;
  const has = (key: string): boolean => key in words || key in review;
  // An action is said and done; a gain is what one turn brings or another allows; a hindrance is what prevents that; a stage is how far one has come.
  const known = (key: string): boolean =>
    (has(`do.${key}`) && has(`say.${key}`)) ||
    (has(`better.${key}`) && has(`lets.${key}`) && has(`threat.${key}`)) ||
    has(`prevents.${key}`) ||
    has(`stage.${key}`);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !known(key))).toEqual([]);
});
