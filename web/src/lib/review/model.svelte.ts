import type { AnalysedPly, Explained, GameKey, RecordTree, Shown } from '../api/types';
import type { ReviewUi } from '../games/ui';
import type { Action } from '../games/words';
import { BoardModel, type BoardOwner, type PickWishes } from '../table/board.svelte';
import { refused } from '../api/refusal';
import { GameAnalysis } from './analysis.svelte';
import type { Spot, Study } from './api';
import { Engine } from './engine.svelte';
import { PASS } from '../host/ask';
import { isRight } from './judge';
import * as trees from './tree';
import type { Tree, TreeNode } from './tree';

export interface Game {
  game: GameKey;
  ui: ReviewUi;
  setup: string;
  seats: number;
  tags: RecordTree['tags'];
  tree: Tree;
}

/** A line of the engine that is being walked, away from the tree. */
export interface Walk {
  pv: string[];
  /** Whether it begins with a turn that is let go by: a threat, which no variation can hold. */
  threat: boolean;
  /** How many of its actions are on the board. */
  step: number;
}

/** A mistake to be tried again. */
export interface Retry {
  list: AnalysedPly[];
  index: number;
  state: 'ask' | 'judging' | 'right' | 'wrong' | 'shown';
  tried: Action | null;
}

/** Everything one person knows of one game under review, apart from how it is drawn. */
export class ReviewModel implements BoardOwner {
  readonly board: BoardModel;
  readonly game: GameKey;
  readonly ui: ReviewUi;
  readonly setup: string;
  readonly seats: number;
  tags: RecordTree['tags'];
  tree: Tree = $state.raw(trees.empty());
  at = $state(trees.ROOT);
  position = $state('');
  /** The seat that looks, 0 for everything, null for whichever is to act. */
  viewer: number | null = $state(null);
  busy = $state(false);
  walk: Walk | null = $state.raw(null);
  retry: Retry | null = $state.raw(null);
  /** The set-up of a position that is being made by hand: it is shown instead. */
  trial: string | null = $state(null);
  threat: 'off' | 'on' | 'none' = $state('off');
  /** The seats that whoever reviews it had. */
  own: readonly number[] = [];
  /** Something was changed that no file holds yet. */
  dirty = $state(false);
  readonly engine: Engine;
  readonly analysis: GameAnalysis;
  readonly #seen = new Map<string, Promise<Shown>>();
  #turn = 0;

  constructor(
    { game, ui, setup, seats, tags, tree }: Game,
    private readonly study: Study,
    private readonly wishes: PickWishes & { table?: string } = {},
  ) {
    this.board = new BoardModel(this, wishes);
    this.game = game;
    this.ui = ui;
    this.setup = setup;
    this.seats = seats;
    this.tags = tags;
    this.tree = tree;
    this.engine = new Engine(study);
    this.analysis = new GameAnalysis(study);
  }

  // What stands on the board

  /** Which position it is: where we are in the tree, and what is walked from there. */
  get spot(): Spot {
    const { game, setup, walk, trial } = this;
    if (trial !== null) return { game, setup: trial, moves: [] };
    const walked = walk ? [...(walk.threat ? [PASS] : []), ...walk.pv.slice(0, walk.step)] : [];
    return { game, setup, moves: [...trees.tokens(this.tree, this.at), ...walked] };
  }
  get moves(): string[] {
    return this.spot.moves;
  }
  get node(): TreeNode {
    return trees.node(this.tree, this.at);
  }
  get toAct(): number | null {
    return this.board.legal.length === 0 ? null : this.board.acting;
  }
  get viewing(): number | null {
    return this.viewer || 1;
  }
  get frozen(): boolean {
    return this.walk !== null || this.trial !== null;
  }
  get unsettled(): boolean {
    return this.busy;
  }
  get canAct(): boolean {
    return this.toAct !== null && !this.busy && (this.retry === null || this.retry.state === 'ask' || this.retry.state === 'wrong');
  }

  /** Shows what is to be shown now; of several at once only the last is. */
  async show(): Promise<boolean> {
    const turn = ++this.#turn;
    this.busy = true;
    this.board.refusal = null;
    try {
      const shown = await this.#ask(this.spot, this.viewer);
      if (turn !== this.#turn) return false;
      if (this.trial === null) this.position = shown.position;
      this.board.show(shown.view);
      this.#describe().catch(() => undefined);
      void this.#look();
      return true;
    } catch (error) {
      const refusal = refused(error);
      if (turn === this.#turn) this.board.refusal = refusal;
      return false;
    } finally {
      if (turn === this.#turn) {
        this.busy = false;
        this.board.resume();
      }
    }
  }

  /** Shows a position that is being set up; null: what stands in the tree again. */
  try(setup: string | null): void {
    if (this.trial === setup) return;
    this.trial = setup;
    this.walk = null;
    void this.show();
  }

  /** Steps that no record told of are described by the views after them. */
  async #describe(): Promise<void> {
    const { game, setup } = this;
    for (const { id, says } of trees.steps(this.tree, this.at)) {
      if (says) continue;
      const { view } = await this.#ask({ game, setup, moves: trees.tokens(this.tree, id) }, this.viewer);
      if (view.last && this.tree.has(id)) this.tree = trees.describe(this.tree, id, view.last.says);
    }
  }

  async #ask(spot: Spot, viewer: number | null): Promise<Shown> {
    const key = `${viewer} ${spot.setup} ${spot.moves.join(' ')}`;
    const known = this.#seen.get(key);
    if (known) return known;
    const asked = this.study.position(spot, viewer);
    this.#seen.set(key, asked);
    asked.catch(() => this.#seen.delete(key));
    return asked;
  }
  /** Where we are and one action more. */
  #after(token: string): Spot {
    return { ...this.spot, moves: [...this.moves, token] };
  }
  explain(pressed: string[]): Promise<Explained> {
    return this.study.explain(this.spot, pressed);
  }

  go(id: number): Promise<boolean> {
    this.at = id;
    this.walk = null;
    return this.show();
  }
  next = (): void => {
    const child = this.node.children[0];
    if (child !== undefined) void this.go(child);
  };
  back1 = (): void => {
    if (this.at !== trees.ROOT) void this.go(this.node.parent);
  };
  first = (): void => void this.go(trees.ROOT);
  last = (): void => void this.go(trees.onward(this.tree, this.at).at(-1)?.id ?? this.at);
  look(viewer: number | null): void {
    this.viewer = viewer;
    void this.show();
  }

  // Playing on the board

  /** Plays a token where we are: along the tree, as a new variation, or as a second try. */
  async act(token: string): Promise<boolean> {
    if (this.busy || this.frozen) return false;
    if (this.retry) return this.#judge(token);
    this.busy = true;
    try {
      await this.#ask(this.#after(token), this.viewer);
    } catch (error) {
      this.board.refuse(refused(error));
      this.busy = false;
      this.board.resume();
      return false;
    }
    this.busy = false;
    this.#grow([token]);
    return this.show();
  }

  #grow(tokens: string[]): void {
    let grown = { tree: this.tree, id: this.at };
    for (const token of tokens) grown = trees.play(grown.tree, grown.id, token);
    if (grown.tree !== this.tree) this.dirty = true;
    this.tree = grown.tree;
    this.at = grown.id;
  }

  // Changing the tree

  #change(tree: Tree): void {
    this.dirty ||= tree !== this.tree;
    this.tree = tree;
  }
  comment(text: string): void {
    if (text !== this.node.comments.join('\n\n')) this.#change(trees.comment(this.tree, this.at, text));
  }
  promote(): void {
    this.#change(trees.promote(this.tree, this.at));
  }
  delete(): void {
    const { id, parent } = this.node;
    this.#change(trees.remove(this.tree, id));
    void this.go(parent);
  }
  record(): Promise<string> {
    return this.study.write({ tags: this.tags, ...trees.toRecord(this.tree) });
  }

  // The engine

  async #look(): Promise<void> {
    if (this.walk || this.trial !== null) return;
    if (!this.engine.on || this.board.over || this.retry) {
      this.engine.rest();
      this.engine.lines = [];
      return;
    }
    if (this.threat === 'off') return this.engine.look(this.spot, this.board.acting ?? 1, false);
    const turn = this.#turn;
    this.threat = 'on';
    const spot: Spot = { ...this.spot, moves: [...this.moves, PASS] };
    const passed = await this.#ask(spot, null).then(
      ({ view }) => view.turn,
      () => null,
    );
    if (turn !== this.#turn) return;
    if (passed && 'seat' in passed) return this.engine.look(spot, passed.seat, true);
    this.engine.rest();
    this.engine.lines = [];
    this.threat = 'none';
  }
  think(on: boolean, lines = this.engine.count): void {
    this.engine.on = on;
    this.engine.count = lines;
    void this.#look();
  }
  threaten(on: boolean): void {
    this.threat = on ? 'on' : 'off';
    if (on) this.engine.on = true;
    if (this.walk) this.leave(false);
    else void this.#look();
  }

  /** Puts the first actions of a line on the board; the tree does not change. */
  walkTo(pv: string[], step: number, threat = false): void {
    this.engine.rest();
    this.walk = { pv, threat, step: Math.max(1, Math.min(step, pv.length)) };
    void this.show();
  }
  /** One action on along the line that is walked, or one back; from the first, back to where we were. */
  walkOn(by: 1 | -1): void {
    if (!this.walk) return;
    const { pv, step, threat } = this.walk;
    if (step + by < 1) this.leave(false);
    else this.walkTo(pv, step + by, threat);
  }
  /** Back from the walk, with what was walked as a variation or without. */
  leave(keep: boolean): void {
    const walked = this.walk;
    this.walk = null;
    if (walked && keep && !walked.threat) this.#grow(walked.pv.slice(0, walked.step));
    void this.show();
  }

  // The whole game

  /** The actions of the main line that stand, by ply. */
  get main(): TreeNode[] {
    return trees.standing(trees.onward(this.tree, trees.ROOT));
  }
  remarkAt(id: number): AnalysedPly | null {
    const index = this.main.findIndex((step) => step.id === id);
    const ply = index < 0 ? undefined : this.analysis.plies[index];
    return ply?.played === this.main[index]?.token ? (ply ?? null) : null;
  }
  async analyse(): Promise<void> {
    const { table } = this.wishes;
    await this.analysis.run(table && !this.dirty ? { table } : { record: await this.record() });
  }

  // Trying again

  mistakes(seat: number | null): AnalysedPly[] {
    return this.analysis.plies.filter((ply) => ply.mark !== null && (seat === null || ply.seat === seat));
  }
  startRetry(seat: number | null): void {
    const list = this.mistakes(seat);
    if (list.length > 0) void this.#ask1(list, 0);
  }
  nextRetry(): void {
    const retry = this.retry;
    if (!retry) return;
    if (retry.index + 1 < retry.list.length) void this.#ask1(retry.list, retry.index + 1);
    else this.endRetry();
  }
  async #ask1(list: AnalysedPly[], index: number): Promise<void> {
    const step = this.main[(list[index]?.ply ?? 1) - 1];
    this.retry = { list, index, state: 'ask', tried: null };
    this.viewer = null;
    if (step) await this.go(step.parent);
  }
  showRetry(): void {
    const retry = this.retry;
    const best = retry?.list[retry.index]?.best;
    if (!retry || !best) return;
    this.retry = { ...retry, state: 'shown' };
    this.walkTo([best], 1);
  }
  endRetry(): void {
    this.retry = null;
    this.walk = null;
    void this.show();
  }
  async #judge(tried: string): Promise<boolean> {
    const retry = this.retry;
    const mistake = retry?.list[retry.index];
    if (!retry || !mistake) return false;
    const action = this.board.legal.find(({ t }) => t === tried) ?? { t: tried };
    this.retry = { ...retry, state: 'judging', tried: action };
    try {
      const right = await isRight(this.study, this.spot, mistake, tried);
      this.retry = { ...retry, state: right ? 'right' : 'wrong', tried: action };
    } catch (error) {
      this.board.refusal = refused(error);
      this.retry = { ...retry, state: 'ask' };
      return false;
    }
    this.board.putDown();
    return this.retry.state === 'right';
  }

  close(): void {
    this.#turn += 1;
    this.engine.rest();
    void this.analysis.close();
  }
}
