// How fast the module searches, held against this machine's own code in the same run: `cargo xtask bench`.
// The same searches on both sides, so that a share of the time is a share of the nodes a second.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as ludarium from '../../web/src/lib/browser/ludarium.js';
import { learnAll } from './tests/networks.mjs';

const here = (path) => new URL(path, import.meta.url);
const module = readFileSync(here('../../web/src/lib/browser/ludarium_bg.wasm'));
ludarium.initSync({ module });
learnAll(ludarium);

/** Machines are not equally fast all the time: the quickest of this many rounds counts, on both sides. */
const ROUNDS = 3;
const rows = new Map();
for (let round = 0; round < ROUNDS; round += 1) {
  const said = execFileSync(process.env.LUDARIUM_ANSWERS, ['speed'], { encoding: 'utf8' });
  for (const { game, setup, wishes, nodes, seconds } of said.trim().split('\n').map((line) => JSON.parse(line))) {
    const before = performance.now();
    let found = 0;
    for (const wish of wishes) found += JSON.parse(ludarium.think(JSON.stringify(wish), () => {})).lines[0].nodes;
    if (found !== nodes) throw new Error(`${game} ${setup}: ${found} nodes here, ${nodes} there`);
    const row = rows.get(`${game} ${setup}`) ?? { nodes, native: Infinity, here: Infinity };
    row.native = Math.min(row.native, seconds);
    row.here = Math.min(row.here, (performance.now() - before) / 1000);
    rows.set(`${game} ${setup}`, row);
  }
}
for (const [name, { nodes, native, here: wasm }] of rows) {
  const rate = (seconds) => Math.round(nodes / seconds);
  console.log(`${name}: ${nodes} nodes, ${rate(native)} nodes/s, as WebAssembly ${rate(wasm)} nodes/s, ${Math.round((100 * native) / wasm)} %`);
}
console.log(`module: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} gzipped`);
