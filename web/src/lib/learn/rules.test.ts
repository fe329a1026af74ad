import { describe, expect, it } from 'vitest';
import { GAME_KEYS, GAMES, type GameKey } from '../games';
import { clauseAt } from '../games/clause';
import { LANGUAGES } from '../settings.svelte';
import { parse, type Block } from './markdown';
import { rules, type Page } from './rules';

const clauses = (blocks: Block[]): string[] => blocks.flatMap((b) => (b.kind === 'paragraph' && b.clause ? [b.clause] : []));
const drawn = (blocks: Block[]): string[] => blocks.flatMap((b) => (b.kind === 'figure' ? [b.name] : []));
const shape = (blocks: Block[]): string[] => blocks.map((b) => (b.kind === 'table' ? `table of ${b.rows.length}` : b.kind));
const codes = (text: string): string[] => [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!).sort();

const figuresOf = async (game: GameKey): Promise<string[]> =>
  Object.keys((await GAMES[game].figures()).default).map((name) => `${game}/${name}`);

describe.each([...GAME_KEYS, 'shared'] as const)('rules of %s', (game) => {
  it.each(LANGUAGES)('in %s: the clauses, figures, tables and tokens of the English', async (language) => {
    const english = await rules(game, 'en');
    const text = await rules(game, language);
    const blocks = parse(text);
    expect(clauses(blocks)).toEqual(clauses(parse(english)));
    expect(new Set(clauses(blocks)).size).toBe(clauses(blocks).length);
    expect(drawn(blocks)).toEqual(drawn(parse(english)));
    expect(shape(blocks)).toEqual(shape(parse(english)));
    expect(codes(text)).toEqual(codes(english));
  });
  it.each(LANGUAGES)('in %s: every figure exists and has a caption of its own', async (language) => {
    const found = parse(await rules(game, language)).flatMap((b) => (b.kind === 'figure' ? [b] : []));
    const known = game === 'shared' ? [] : await figuresOf(game);
    for (const { name, caption } of found) expect([known.includes(name), caption.length > 10], name).toEqual([true, true]);
    expect(new Set(found.map((f) => f.caption)).size).toBe(found.length);
  });
});

it.each(LANGUAGES)('in %s: every end that has a clause finds it', async (language) => {
  const ends = await Promise.all(
    GAME_KEYS.map(async (game) => Object.keys((await GAMES[game].words.loaders[language]()).default.ends).map((end) => `${game} ${end}`)),
  );
  for (const end of [...ends.flat(), 'Rules 0.8']) {
    const link = clauseAt(end);
    const [page, clause] = link!.replace('/learn/', '').split('#');
    expect(clauses(parse(await rules(page as Page, language))), link!).toContain(clause);
  }
});

it('every figure has its place', async () => {
  for (const game of GAME_KEYS) expect([...new Set(drawn(parse(await rules(game, 'en'))))].sort()).toEqual((await figuresOf(game)).sort());
});

/** The text of each clause, with its lists and drawings. */
function told(text: string): Map<string, string> {
  const parts = text.split(/^(?=\*\*[\d.]+\*\* |#)/m);
  return new Map(parts.flatMap((part) => (/^\*\*([\d.]+)\*\* /.exec(part) ? [[/[\d.]+/.exec(part)![0], part] as const] : [])));
}
const sources = (text: string): string[] => text.match(/\[[BER]\]/g) ?? [];

describe.each(GAME_KEYS)('the page of %s', (game) => {
  it.each(LANGUAGES)('in %s: opens with a picture and ends with its rules in short', async (language) => {
    const blocks = parse(await rules(game, language));
    const first = blocks.findIndex((b) => b.kind === 'paragraph' && b.clause !== null);
    const opening = blocks.slice(0, first);
    expect(drawn(opening).length).toBeGreaterThan(0);
    const words = opening
      .flatMap((b) => (b.kind === 'paragraph' ? b.parts.map((part) => part.text) : []))
      .join(' ')
      .split(/\s+/);
    expect(words.length).toBeLessThan(300);
    const last = blocks.at(-1)!;
    const known = clauses(blocks);
    if (last.kind !== 'list') throw new Error('the page does not end with a list');
    for (const item of last.items) {
      const line = item.map((part) => part.text).join('');
      const cited = /\(([\d., ]+)\)\.$/.exec(line)?.[1]?.split(', ') ?? [];
      expect(cited.length, line).toBeGreaterThan(0);
      expect(known, line).toEqual(expect.arrayContaining(cited));
    }
  });
  it.each(LANGUAGES)('in %s: every clause says who says so, as the English does', async (language) => {
    const english = told(await rules(game, 'en'));
    for (const [clause, text] of told(await rules(game, language))) {
      expect(sources(text).length, clause).toBeGreaterThan(0);
      expect(sources(text), clause).toEqual(sources(english.get(clause) ?? ''));
    }
  });
  it.each(LANGUAGES)('in %s: every heading has an anchor of its own', async (language) => {
    const ids = parse(await rules(game, language)).flatMap((b) => (b.kind === 'heading' ? [b.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
