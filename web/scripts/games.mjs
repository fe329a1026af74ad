import { readdirSync } from 'node:fs';

const folder = new URL('../src/lib/games/', import.meta.url);

/** The keys of the games: each has a folder. */
export const GAMES = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A file of a game's folder. */
export const fileOf = (game, name) => new URL(`${game}/${name}`, folder);
