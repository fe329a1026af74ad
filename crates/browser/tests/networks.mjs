// The networks that games have learnt, as a page is sent them: apart from the module, a file each.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

const home = new URL('../../../web/src/lib/browser/', import.meta.url);
const files = readdirSync(home).filter((name) => name.endsWith('.net'));

/** Each file, by its game. */
export const networks = new Map(files.map((name) => [name.replace('.net', ''), readFileSync(new URL(name, home))]));

/** Hands all of them in. */
export function learnAll({ learn }) {
  for (const [game, file] of networks) assert.ok(learn(game, file), game);
}
