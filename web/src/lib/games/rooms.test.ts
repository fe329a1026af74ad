import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GAME_KEYS } from '.';

/** What may name a game: its own folder, the list of the games, what Rust writes, and tests. */
const mayName = (file: string): boolean =>
  file === 'lib/games/index.ts' ||
  file.startsWith('lib/generated/') ||
  file.endsWith('.test.ts') ||
  GAME_KEYS.some((key) => file.startsWith(`lib/games/${key}/`));

it('no game is named outside its folder, nor in that of another', () => {
  const src = new URL('../../', import.meta.url);
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.flatMap((entry) => {
    const path = `${entry.parentPath}/${entry.name}`;
    const file = path.slice(src.pathname.length).replace(/^\//, '');
    if (!/\.(ts|svelte|html|css)$/.test(file)) return [];
    const text = readFileSync(path, 'utf8').toLowerCase();
    const own = /^lib\/games\/(\w+)\//.exec(file)?.[1];
    return GAME_KEYS.filter((key) => text.includes(key) && (own ? own !== key : !mayName(file))).map((key) => `${file}: ${key}`);
  });
  expect(found).toEqual([]);
});
