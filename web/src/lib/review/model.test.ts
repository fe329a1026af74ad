import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/refusal';
import type { Analysis, EngineLine, RecordNode, Shown, ToldNode, View } from '../api/types';
import { move } from '../table/fake';
import type { Study } from './api';
import { splitter } from './api';
import { ReviewModel } from './model.svelte';
import { PASS } from '../host/ask';
import review from '../games/archimedes/review';
import * as trees from './tree';

const LEGAL = ['a', 'b', 'c'];
const shown = (moves: string[]): Shown => ({
  position: moves.join('/'),
  view: {
    game: 'archimedes',
    setup: '',
    ply: moves.length,
    seats: 2,
    turn: { seat: (moves.length % 2) + 1, kind: 'move' },
    legal: LEGAL.map((t) => move(t, t)),
    last: moves.length > 0 ? { ...move(moves.at(-1)!), says: { key: `archimedes.${moves.at(-1)}` } } : null,
    board: { cubes: [], sides: [] },
  } as unknown as View,
});
const line = (winrate: number, ...pv: string[]): EngineLine => ({ score: { winrate, text: '' }, depth: 1, nodes: 1, pv, says: [] });

function study(over: Partial<Study> = {}): Study {
  return {
    position: async ({ moves }) => {
      const bad = moves.find((token) => !LEGAL.includes(token) && token !== PASS);
      if (bad) throw new ApiError(422, { key: 'x', text: bad, clause: null, args: {} });
      return shown(moves);
    },
    explain: async () => ({ refusal: null, meant: null }),
    evaluate: async ({ moves }) => [line(moves.at(-1) === 'c' ? 0.3 : 0.9, 'a')],
    async *watch() {
      yield [line(0.6, 'b', 'c', 'a')];
    },
    read: () => Promise.reject(new Error('not asked')),
    write: async (tree) => JSON.stringify(tree),
    analyse: async () => 'j',
    analysis: async (): Promise<Analysis> => ({
      state: 'done',
      done: 2,
      of: 2,
      plies: [
        { ply: 1, seat: 1, played: 'a', score: { winrate: 0.8, text: '' }, best: 'b', pv: ['b'], loss: 0.4, mark: 'blunder' },
        { ply: 2, seat: 2, played: 'b', score: { winrate: 0.6, text: '' }, best: 'b', pv: ['b'], loss: 0, mark: null },
      ],
    }),
    endAnalysis: async () => undefined,
    ...over,
  };
}
const step = (after: number, text: string): RecordNode => ({ after, text, before: [], comments: [] });
const told = (ply: number, key: string): ToldNode => ({ ply, says: { key } });
const game = () => ({
  game: 'archimedes' as const,
  ui: review,
  setup: '',
  seats: 2,
  tags: [],
  tree: trees.fromRecord([step(0, 'a'), step(1, 'b')], [], [told(1, 'archimedes.a'), told(2, 'archimedes.b')]),
});

describe('a game under review', () => {
  it('describes what is played there, and every step of a line that came from elsewhere, as the rules do', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    await model.act('c');
    await vi.waitFor(() => expect(model.node.says).toEqual({ key: 'archimedes.c' }));
    model.walkTo(['a', 'b'], 2);
    model.leave(true);
    await vi.waitFor(() =>
      expect(trees.steps(model.tree, model.at).map(({ says }) => says?.key)).toEqual(['c', 'a', 'b'].map((t) => `archimedes.${t}`)),
    );
  });

  it('is stepped through and branches when something else is played', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    expect(await model.act('a')).toBe(true);
    expect(model.dirty).toBe(false);
    expect(await model.act('c')).toBe(true);
    expect(model.moves).toEqual(['a', 'c']);
    expect(model.dirty).toBe(true);
    expect(trees.isVariation(model.tree, model.at)).toBe(true);
    model.promote();
    expect(model.main.map((one) => one.token)).toEqual(['a', 'c']);
    model.delete();
    expect(model.moves).toEqual(['a']);
  });

  it('refuses what the rules refuse, and the tree stays', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    const before = model.tree;
    expect(await model.act('nonsense')).toBe(false);
    expect(model.board.refusal?.text).toBe('nonsense');
    expect(model.tree).toBe(before);
  });

  it('walks a line of the engine without changing the tree, unless it is kept', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    model.think(true);
    await vi.waitFor(() => expect(model.engine.lines).toHaveLength(1));
    const before = model.tree;
    model.walkTo(model.engine.lines[0]!.pv, 2);
    expect(model.moves).toEqual(['b', 'c']);
    expect(model.canAct).toBe(false);
    model.leave(false);
    expect(model.tree).toBe(before);
    model.walkTo(['b', 'c', 'a'], 2);
    model.leave(true);
    expect(trees.tokens(model.tree, model.at)).toEqual(['b', 'c']);
  });

  it('walks a threat after a turn that is let go by, which no variation can hold', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    model.threaten(true);
    await vi.waitFor(() => expect(model.engine.lines).toHaveLength(1));
    expect(model.engine.threat).toBe(true);
    const before = model.tree;
    model.walkTo(model.engine.lines[0]!.pv, 1, model.engine.threat);
    model.walkOn(1);
    expect(model.spot).toEqual({ game: 'archimedes', setup: '', moves: [PASS, 'b', 'c'] });
    model.leave(true);
    expect(model.tree).toBe(before);
    expect(model.spot).toEqual({ game: 'archimedes', setup: '', moves: [] });
  });

  it('shows what was asked for last when answers come late', async () => {
    const waiting: (() => void)[] = [];
    const model = new ReviewModel(
      game(),
      study({ position: ({ moves }) => new Promise((done) => waiting.push(() => done(shown(moves)))) }),
    );
    const first = model.go(1);
    const second = model.go(2);
    waiting.reverse().forEach((answer) => answer());
    expect(await Promise.all([first, second])).toEqual([false, true]);
    expect(model.board.view?.ply).toBe(2);
  });

  it('stops the engine when it is left', async () => {
    let stopped = false;
    async function* watch(...[, , , stop]: Parameters<Study['watch']>): AsyncGenerator<EngineLine[]> {
      yield [line(0.5, 'a')];
      await new Promise<void>((done) => stop.addEventListener('abort', () => done()));
      stopped = true;
    }
    const model = new ReviewModel(game(), study({ watch }));
    await model.show();
    model.think(true);
    await vi.waitFor(() => expect(model.engine.lines).toHaveLength(1));
    model.close();
    await vi.waitFor(() => expect(stopped).toBe(true));
    expect(model.engine.looking).toBe(false);
  });

  it('marks mistakes and asks for a better action', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    await model.analyse();
    expect(model.remarkAt(1)?.mark).toBe('blunder');
    expect(model.remarkAt(2)?.mark).toBe(null);
    model.startRetry(1);
    await vi.waitFor(() => expect(model.canAct).toBe(true));
    expect(model.moves).toEqual([]);
    expect(await model.act('a')).toBe(false);
    expect(model.retry?.state).toBe('wrong');
    expect(await model.act('b')).toBe(true);
    expect(model.retry?.state).toBe('right');
    model.nextRetry();
    expect(model.retry).toBe(null);
  });

  it('asks the engine about a try it had not thought of', async () => {
    const model = new ReviewModel(game(), study());
    await model.show();
    await model.analyse();
    model.startRetry(null);
    await vi.waitFor(() => expect(model.canAct).toBe(true));
    // After c the other seat may expect 0.3, so this one 0.7: 0.1 less than the best.
    expect(await model.act('c')).toBe(false);
    expect(model.retry?.tried?.t).toBe('c');
  });

  it('writes its tags, comments and variations', async () => {
    const model = new ReviewModel({ ...game(), tags: [{ name: 'Game', value: 'archimedes' }] }, study());
    await model.go(1);
    model.comment('why not');
    const written = JSON.parse(await model.record()) as { nodes: RecordNode[] };
    expect(written.nodes[0]?.comments).toEqual(['why not']);
  });
});

it('events are cut out of a stream wherever it breaks', () => {
  const cut = splitter();
  expect(cut('data: {"a"')).toEqual([]);
  expect(cut(':1}\n\n: ping\n\ndata: 2\n')).toEqual(['{"a":1}']);
  expect(cut('\n')).toEqual(['2']);
});
