import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../../api/types';
import { LANGUAGES } from '../../settings.svelte';
import { lessons } from '../lessons';
import en from './en';
import { loaders } from './index.svelte';

/** Every sentence with its path. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}
const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(LANGUAGES)('%s', (language) => {
  it('has every sentence, with its arguments', async () => {
    const texts = new Map(leaves((await loaders[language]()).default));
    expect([...texts.keys()].sort()).toEqual(leaves(en).map(([path]) => path).sort());
    for (const [path, text] of leaves(en)) {
      expect(texts.get(path)?.trim(), path).toBeTruthy();
      expect(names(texts.get(path) ?? ''), path).toEqual(names(text));
    }
  });
  it('has a text for each lesson and for no other', async () => {
    const texts = (await loaders[language]()).default;
    for (const game of GAME_KEYS) expect(Object.keys(texts[game]).sort()).toEqual(lessons[game].map((lesson) => lesson.id).sort());
  });
});
