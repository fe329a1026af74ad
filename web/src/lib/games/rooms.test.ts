import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GAME_KEYS } from '.';

const WEB = new URL('../../../', import.meta.url);

/** What may name a game: its own folder, the list of the games, what Rust writes, and tests. */
const mayName = (file: string): boolean =>
  file === 'src/lib/games/index.ts' ||
  file.startsWith('src/lib/generated/') ||
  file.endsWith('.test.ts') ||
  GAME_KEYS.some((key) => file.startsWith(`src/lib/games/${key}/`));

it('no game is named outside its folder, nor in that of another', () => {
  const within = (folder: string) => readdirSync(new URL(folder, WEB), { recursive: true, withFileTypes: true });
  const files = ['src', 'scripts'].flatMap(within).filter((entry) => entry.isFile());
  const found = files.flatMap((entry) => {
    const path = `${entry.parentPath}/${entry.name}`;
    const file = path.slice(WEB.pathname.length).replace(/^\//, '');
    if (!/\.(ts|mjs|svelte|html|css)$/.test(file)) return [];
    const text = readFileSync(path, 'utf8').toLowerCase();
    const own = /^src\/lib\/games\/(\w+)\//.exec(file)?.[1];
    return GAME_KEYS.filter((key) => text.includes(key) && (own ? own !== key : !mayName(file))).map((key) => `${file}: ${key}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

it.each(GAME_KEYS)('%s has a picture and a demonstration for the first page', (key) => {
  for (const file of [`static/pictures/${key}.jpg`, `static/demo/${key}.json`, `src/lib/games/${key}/demo.json`]) {
    expect(existsSync(new URL(file, WEB)), file).toBe(true);
  }
});
