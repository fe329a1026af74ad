import { describe, expect, it } from 'vitest';
import { GAME_KEYS } from '../api/types';
import { clauseAt } from '../games/clause';
import en from '../i18n/en';
import { LANGUAGES } from '../settings.svelte';
import { figure, figures } from './figures';
import { parse, type Block } from './markdown';
import { rules, type Page } from './rules';

const clauses = (blocks: Block[]): string[] => blocks.flatMap((b) => (b.kind === 'paragraph' && b.clause ? [b.clause] : []));
const drawn = (blocks: Block[]): string[] => blocks.flatMap((b) => (b.kind === 'figure' ? [b.name] : []));
const shape = (blocks: Block[]): string[] => blocks.map((b) => (b.kind === 'table' ? `table of ${b.rows.length}` : b.kind));
const codes = (text: string): string[] => [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!).sort();

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
    for (const { name, caption } of found) expect([figure(name)?.game, caption.length > 10], name).toEqual([game, true]);
    expect(new Set(found.map((f) => f.caption)).size).toBe(found.length);
  });
});

it.each(LANGUAGES)('in %s: every end that has a clause finds it', async (language) => {
  const ends = Object.keys(en).flatMap((key) => /^by\.(?:(\w+)\.)?(\d\.\d)$/.exec(key)?.slice(1) ?? []);
  for (let i = 0; i < ends.length; i += 2) {
    const link = clauseAt(`${ends[i] ?? 'Rules'} ${ends[i + 1]}`);
    const [page, clause] = link!.replace('/learn/', '').split('#');
    expect(clauses(parse(await rules(page as Page, language))), link!).toContain(clause);
  }
});

it('every figure has its place', async () => {
  const placed = await Promise.all(GAME_KEYS.map(async (game) => drawn(parse(await rules(game, 'en')))));
  expect(placed.flat().sort()).toEqual(Object.keys(figures).sort());
});
