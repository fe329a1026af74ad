// Writes src/lib/games/<game>/library.json, the model games, from record files: each is looked at by the review.
// usage: LUDARIUM=path/to/ludarium NODES=5000 node scripts/library.mjs games.lud …
// The games themselves come from runs such as
//   ludarium match GAME level:8@0.5s level:8@0.5s --games 2 --records games.lud
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.LUDARIUM ?? new URL('../../target/release/ludarium', import.meta.url).pathname;
/** For each action: by time the review would depend on what else the machine does. */
const nodes = process.env.NODES ?? '20000';
/** How many games a library has. */
const MOST = 10;

const tag = (record, name) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1] ?? '';
const percent = (share) => Math.round(100 * share);
const round = (share) => percent(share) / 100;

const records = [];
for (const file of process.argv.slice(2)) records.push(...(await readFile(file, 'utf8')).split(/\n(?=\[Game )/));
const folder = await mkdtemp(join(tmpdir(), 'library-'));
const libraries = new Map();
for (const record of records) {
  const library = libraries.get(tag(record, 'Game')) ?? [];
  libraries.set(tag(record, 'Game'), library);
  if (library.length === MOST) continue;
  const file = join(folder, 'game.lud');
  await writeFile(file, record);
  const done = spawnSync(binary, ['analyse', file, '--json', '--nodes', nodes], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.status !== 0) throw new Error(done.stderr);
  const remarks = done.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const moves = remarks.map(({ played }) => played);
  // A game that is there already teaches nothing.
  if (library.some((known) => known.moves.join() === moves.join())) continue;
  const said = ({ ply, seat, played, says, pv, best, best_says, share, mark, facts }) => ({
    ply,
    seat,
    played,
    says,
    score: { winrate: round(best), text: '' },
    best: pv[0] ?? null,
    best_says,
    pv: pv.slice(0, 6),
    loss: round(best - share),
    mark,
    facts,
  });
  library.push({
    setup: tag(record, 'Setup'),
    result: tag(record, 'Result').split(' '),
    by: tag(record, 'End'),
    moves,
    course: remarks.map(({ seat, best, share }) => [seat, percent(best), Math.max(0, percent(best - share))]),
    remarks: remarks.filter(({ mark }) => mark).map(said),
  });
  console.log(`${tag(record, 'Game')} ${library.length}: ${moves.length} actions`);
}
await rm(folder, { recursive: true });
for (const [game, library] of libraries) {
  const text = `[\n${library.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
  await writeFile(new URL(`../src/lib/games/${game}/library.json`, import.meta.url), text);
}
