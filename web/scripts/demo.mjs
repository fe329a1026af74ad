// Writes static/demo/<game>.json, the views that the pictures on the home page walk through.
// usage: LUDARIUM=path/to/ludarium node scripts/demo.mjs
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { GAMES, fileOf } from './games.mjs';

const binary = process.env.LUDARIUM ?? new URL('../../target/debug/ludarium', import.meta.url).pathname;
const PLIES = 9;

function engine(lines) {
  const done = spawnSync(binary, ['engine'], { input: [...lines, 'quit', ''].join('\n'), encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

await mkdir(new URL('../static/demo/', import.meta.url), { recursive: true });
for (const game of GAMES) {
  // `opening`: how many actions are played before the demonstration begins, so that there is something to see.
  const { setup, opening } = JSON.parse(await readFile(fileOf(game, 'demo.json'), 'utf8'));
  const moves = [];
  const views = [];
  const at = () => [
    'setoption name Seed value 11',
    `game ${game} ${setup}`,
    `position startpos${moves.length ? ` moves ${moves.join(' ')}` : ''}`,
  ];
  for (let ply = 0; ply <= opening + PLIES; ply++) {
    if (ply >= opening) {
      const view = JSON.parse(/^view (.*)$/m.exec(engine([...at(), 'query view 0']))[1]);
      views.push({ ...view, legal: [], setup: '' });
    }
    const best = /^bestmove (\S+)/m.exec(engine([...at(), 'go nodes 400']))[1];
    if (best === 'none') break;
    moves.push(best);
  }
  await writeFile(new URL(`../static/demo/${game}.json`, import.meta.url), JSON.stringify(views));
}
