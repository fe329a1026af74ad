import { describe, expect, it } from 'vitest';
import { words as coach } from '../coach/words.svelte';
import { GAME_KEYS, GAMES } from '../games';
import { words as learn } from '../learn/words.svelte';
import { words as puzzles } from '../puzzles/words.svelte';
import { words as review } from '../review/words.svelte';
import { LANGUAGES } from '../settings.svelte';
import type { Catalogue } from './catalogue.svelte';
import { reasons, site } from './index.svelte';

const catalogues: Record<string, Catalogue<object>> = {
  site,
  reasons,
  coach,
  learn,
  puzzles,
  review,
  ...Object.fromEntries(GAME_KEYS.map((game) => [game, GAMES[game].words])),
};

/** Every sentence with its path. */
function leaves(value: object | string, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]: [string, object | string]) => leaves(inner, `${path}/${key}`));
}
const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries(catalogues))('the catalogue %s', (_, { loaders }) => {
  it.each(LANGUAGES)('has every sentence in %s, with its arguments, and none that English lacks', async (language) => {
    const english = leaves((await loaders.en()).default);
    const translated = new Map(leaves((await loaders[language]()).default));
    expect([...translated.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    for (const [path, text] of english) {
      expect(translated.get(path)?.trim(), path).toBeTruthy();
      expect(names(translated.get(path) ?? ''), path).toEqual(names(text));
    }
  });
});

it.each(GAME_KEYS)('%s has a text for each lesson and for no other', async (game) => {
  const { lessons } = (await GAMES[game].words.loaders.en()).default;
  expect(Object.keys(lessons).sort()).toEqual((await GAMES[game].lessons()).default.map(({ id }) => id).sort());
});
