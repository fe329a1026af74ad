// The module itself, under Node: `cargo xtask test module`. What this machine answers is in the files that LUDARIUM_ANSWERS
// names, a line of JSON for each.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as ludarium from '../../../web/src/lib/browser/ludarium.js';
import { learnAll, networks } from './networks.mjs';

const here = (path) => new URL(path, import.meta.url);
const module = readFileSync(here('../../../web/src/lib/browser/ludarium_bg.wasm'));
ludarium.initSync({ module });
const { LocalTable, analyse, ask, learn, perft, think } = ludarium;

const answers = process.env.LUDARIUM_ANSWERS;
const lines = (name) => readFileSync(`${answers}/${name}.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const asked = (path, body) => {
  const answer = JSON.parse(ask(path, JSON.stringify(body), 'seed'));
  assert.equal(answer.status, 200, JSON.stringify(answer));
  return answer.body;
};
const thought = (wish) => JSON.parse(think(JSON.stringify(wish), () => {}));
const games = asked('/games', '');
/** The usual set-up for as few seats as can play. */
const fewest = (game) => {
  const [least, most] = games.find(({ key }) => key === game).seats;
  return least === most ? '' : `seats=${least}`;
};

// Where the standard library comes as it is built for everyone, the module is larger by the words of panics.
const most = Number(process.env.LUDARIUM_MODULE_BYTES ?? NaN);
test('it is as small as it is said to be', { skip: Number.isNaN(most) }, () => {
  const size = gzipSync(module, { level: 9 }).length;
  assert.ok(size <= most, `${size} bytes gzipped`);
});

/** The most that a page loads to play a game at full strength, gzipped. */
const MOST_NETWORK = 400_000;

test('a search that needs a network asks for it, and no other does', () => {
  assert.ok(networks.size > 0);
  for (const [game, file] of networks) {
    assert.ok(gzipSync(file, { level: 9 }).length <= MOST_NETWORK, game);
    const setup = fewest(game);
    const record = `[Game "${game}"]\n[Setup "${setup}"]\n`;
    const asks = { message: new RegExp(`"status":428.*"engine.network".*"game":"${game}"`) };
    assert.throws(() => thought({ game, setup, nodes: 10 }), asks);
    assert.throws(() => analyse(JSON.stringify({ record, nodes: 10 }), () => {}), asks);
    assert.ok(thought({ game, setup, nodes: 10, level: 7 }).t);
    assert.equal(learn(game, new Uint8Array(3)), false);
    assert.throws(() => thought({ game, setup, nodes: 10 }), asks);
  }
  learnAll(ludarium);
  for (const game of networks.keys()) assert.ok(thought({ game, setup: fewest(game), nodes: 10 }).t);
  assert.equal(learn('chess', new Uint8Array(3)), false);
});

/** Counts that take longer are left to the machine's own rules. */
const MOST_NODES = 1_000_000;

const tables = readdirSync(here('../../games/tests/data/perft'));
assert.equal(tables.length, games.length);
for (const table of tables) {
  const game = table.replace('.perft', '');
  test(`the rules of ${game} count as their tables do`, () => {
    let [setup, moves, counted] = ['', [], 0];
    for (const line of readFileSync(here(`../../games/tests/data/perft/${table}`), 'utf8').split('\n')) {
      const [word, ...rest] = line.split(' ');
      if (word === 'setup') [setup, moves] = [rest.join(' '), []];
      if (word === 'moves') moves = rest;
      if (word !== 'perft' || Number(rest[1]) > MOST_NODES) continue;
      assert.equal(perft(JSON.stringify({ game, setup, moves }), Number(rest[0])), Number(rest[1]), `${setup}: ${line}`);
      counted += 1;
    }
    assert.ok(counted > 0);
  });
}

test('the same wish has the same answer here and on the machine itself', () => {
  const all = lines('same');
  const played = new Set(all.map(({ wish }) => wish.game));
  assert.deepEqual([...played].sort(), games.map(({ key }) => key).sort());
  assert.ok(all.length >= 300);
  for (const { wish, thought: expected } of all) assert.deepEqual(thought(wish), expected, JSON.stringify(wish));
});

test('an engine answers alike in positions that its seat cannot tell from each other', () => {
  const all = lines('unseen');
  const setups = new Set(all.map(({ wish }) => wish.setup));
  assert.equal(setups.size, all.length, 'they are others');
  for (const { wish, thought: expected } of all) assert.deepEqual(thought(wish), expected, JSON.stringify(wish));
});

const you = JSON.stringify({ id: 'you', name: 'You', account: false });

for (const { key: game, seats } of games) {
  test(`a game of ${game} is played to its end`, () => {
    const setup = fewest(game);
    const engines = Array.from({ length: seats[0] - 1 }, () => ({ kind: 'engine', level: 2 }));
    const wish = { game, setup, seats: [{ kind: 'me' }, ...engines] };
    let table = LocalTable.create(JSON.stringify(wish), you, 'seed', 0);
    let [now, slowest] = [0, 0];
    for (;;) {
      now += 1000;
      const state = JSON.parse(table.open(now));
      if (state.table.state === 'over') break;
      const wanted = JSON.parse(table.wants(now));
      const moves = state.moves;
      const found = thought({ ...(wanted ?? { game, setup: setupOf(table), moves, level: 2 }), seconds: undefined, nodes: 40 });
      const before = performance.now();
      const told = wanted
        ? table.engine_move(wanted.epoch, found.t, now)
        : table.hear(JSON.stringify({ id: `${now}`, type: 'act', ply: state.view.ply, seat: 1, t: found.t }), now);
      slowest = Math.max(slowest, performance.now() - before);
      assert.equal(JSON.parse(told)[0].type, 'event', told);
      // Now and then the page is closed and opened again.
      if (now % 20_000 === 0) table = LocalTable.restore(table.saved(now), you, now);
    }
    const read = asked('/record/read', { text: table.record() });
    assert.equal(read.game, game);
    assert.match(table.record(), /\[Result /);
    console.log(`${game}: ${now / 1000} actions, the slowest took ${slowest.toFixed(1)} ms`);
  });
}

/** The complete set-up, which only an engine is handed. */
function setupOf(table) {
  return JSON.parse(table.saved(0)).info.setup;
}
