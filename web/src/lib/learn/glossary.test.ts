import { describe, expect, it } from 'vitest';
import glossary from '../../../../docs/glossary.md?raw';
import { GAME_KEYS, type GameKey } from '../games';
import { LANGUAGES, type Language } from '../settings.svelte';
import { rules, type Page } from './rules';

interface Term {
  /** The game that has the term, or none: all of them. */
  game: GameKey | undefined;
  /** The client says it word for word. */
  strict: boolean;
  forms: Record<Language, string[]>;
  struck: Record<Language, string[]>;
}

const COLUMNS: Language[] = ['en', 'fr', 'nl', 'de'];

function read(text: string): Term[] {
  return text.split(/^## /m).flatMap((section) => {
    const game = GAME_KEYS.find((key) => section.toLowerCase().startsWith(key));
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    return rows.map((row) => {
      const cells = row.split('|').slice(1, -1);
      const each = (of: (cell: string) => string[]): Record<Language, string[]> =>
        Object.fromEntries(COLUMNS.map((language, i) => [language, of(cells[i] ?? '')])) as Record<Language, string[]>;
      return {
        game,
        strict: (cells[0] ?? '').includes('**'),
        forms: each((cell) =>
          cell
            .replace(/~~.*?~~|\*\*/g, '')
            .split(',')
            .map((form) => form.trim()),
        ),
        struck: each((cell) => [...cell.matchAll(/~~(.*?)~~/g)].map((match) => match[1]!)),
      };
    });
  });
}

/** Whether the text has the word, not as a part of another. */
const says = (text: string, word: string): boolean =>
  new RegExp(`(?<!\\p{L})${word.replace(/[{}.*+?^$()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'iu').test(text);
/** Whether the text has the form, inflected or in a compound. */
const has = (text: string, form: string): boolean => text.toLowerCase().includes(form.toLowerCase());

interface Sentence {
  where: string;
  game: GameKey | undefined;
  text: string;
}

/** Every sentence with its path. */
function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

/** The sentences of the client, from every catalogue: a file named for its language. */
const catalogues = Object.entries(import.meta.glob<{ default: unknown }>('../**/{en,fr,nl,de}.ts', { eager: true }));
function sentences(language: Language): Map<string, Sentence> {
  const found = new Map<string, Sentence>();
  for (const [file, { default: words }] of catalogues.filter(([name]) => name.endsWith(`/${language}.ts`))) {
    for (const [where, text] of leaves(words, file.slice(0, -6))) {
      found.set(where, { where, text, game: GAME_KEYS.find((key) => new RegExp(`\\b${key}\\b`).test(where)) });
    }
  }
  return found;
}

const terms = read(glossary);
const english = sentences('en');

it('has terms of every game, in every language', () => {
  expect(new Set(terms.map((term) => term.game))).toEqual(new Set([undefined, ...GAME_KEYS]));
  for (const { forms } of terms) for (const language of LANGUAGES) expect(forms[language]).not.toContain('');
  expect(english.size).toBeGreaterThan(500);
});

describe.each(LANGUAGES)('%s', (language) => {
  it('uses each term on its pages, and no word that is struck out', async () => {
    const pages: Page[] = [...GAME_KEYS, 'shared'];
    const texts = new Map(await Promise.all(pages.map(async (page) => [page, await rules(page, language)] as const)));
    for (const { game, forms, struck } of terms) {
      const own = game ? [texts.get(game)!] : [...texts.values()];
      expect(
        own.some((text) => forms[language].some((form) => has(text, form))),
        forms[language].join(),
      ).toBe(true);
      for (const word of struck[language])
        expect(
          own.filter((text) => says(text, word)),
          word,
        ).toEqual([]);
    }
  });

  it('says it the same way in the client', () => {
    const wrong: string[] = [];
    for (const { where, text, game } of sentences(language).values()) {
      const original = (english.get(where)?.text ?? '').replace(/\{\w+\}/g, '');
      for (const term of terms) {
        if (term.game && term.game !== game) continue;
        const word = term.struck[language].find((struck) => says(text, struck));
        if (word) wrong.push(`${where}: “${text}” says ${word}`);
        if (!game || !term.strict || !term.forms.en.some((form) => says(original, form))) continue;
        if (!term.forms[language].some((form) => has(text, form)))
          wrong.push(`${where}: “${text}” does not say ${term.forms[language][0]} (${original})`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
