import { ApiError } from '../api/http';
import type { AnalysedPly, GameKey, LegalMove, Over, RecordTree, Refusal, Shown, View } from '../api/types';
import type { BoardModel } from '../table/board';
import * as select from '../table/selection';
import type { Selection } from '../table/selection';
import { GameAnalysis } from './analysis.svelte';
import type { Spot, Study } from './api';
import { Engine } from './engine.svelte';
import { facts, type Fact } from './remarks';
import * as threats from './threat';
import * as trees from './tree';
import type { Tree, TreeNode } from './tree';

export interface Game {
  game: GameKey;
  setup: string;
  seats: number;
  tags: RecordTree['tags'];
  tree: Tree;
}

/** A line of the engine that is being walked, away from the tree. */
export interface Walk {
  pv: string[];
  /** How many of its actions are on the board. */
  step: number;
}

/** A mistake to be tried again. */
export interface Retry {
  list: AnalysedPly[];
  index: number;
  state: 'ask' | 'judging' | 'right' | 'wrong' | 'shown';
  tried: string | null;
}

/** As much of the win as a second try may give away and still be right. */
const CLOSE = 0.07;

/** Everything one person knows of one game under review, apart from how it is drawn. */
export class ReviewModel implements BoardModel {
  readonly game: GameKey;
  readonly setup: string;
  readonly seats: number;
  tags: RecordTree['tags'];
  tree: Tree = $state.raw(trees.empty());
  at = $state(trees.ROOT);
  view: View | null = $state.raw(null);
  position = $state('');
  /** The seat that looks, 0 for everything, null for whichever is to act. */
  viewer: number | null = $state(null);
  selection: Selection = $state.raw(select.begin([]));
  hover: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  busy = $state(false);
  walk: Walk | null = $state.raw(null);
  retry: Retry | null = $state.raw(null);
  threat: 'off' | 'on' | 'none' = $state('off');
  /** Something was changed that no file holds yet. */
  dirty = $state(false);
  readonly engine: Engine;
  readonly analysis: GameAnalysis;
  readonly #seen = new Map<string, Promise<Shown>>();
  #turn = 0;

  constructor(
    { game, setup, seats, tags, tree }: Game,
    private readonly study: Study,
    private readonly wishes: { confirm?: () => boolean; table?: string } = {},
  ) {
    this.game = game;
    this.setup = setup;
    this.seats = seats;
    this.tags = tags;
    this.tree = tree;
    this.engine = new Engine(study);
    this.analysis = new GameAnalysis(study);
  }

  // What stands on the board

  get moves(): string[] {
    const here = trees.tokens(this.tree, this.at);
    return this.walk ? [...here, ...this.walk.pv.slice(0, this.walk.step)] : here;
  }
  get spot(): Spot {
    return { game: this.game, setup: this.setup, moves: this.moves };
  }
  get node(): TreeNode {
    return trees.node(this.tree, this.at);
  }
  get over(): Over | null {
    const turn = this.view?.turn;
    return turn && 'over' in turn ? turn.over : null;
  }
  get acting(): number | null {
    const turn = this.view?.turn;
    return turn && 'seat' in turn ? turn.seat : null;
  }
  get toAct(): number | null {
    return this.walk || this.legal.length === 0 ? null : this.acting;
  }
  get viewing(): number | null {
    return this.viewer || 1;
  }
  get legal(): LegalMove[] {
    return this.walk ? [] : (this.view?.legal ?? []);
  }
  get canAct(): boolean {
    return this.toAct !== null && !this.busy && (this.retry === null || this.retry.state === 'ask' || this.retry.state === 'wrong');
  }

  /** Shows what is to be shown now; of several at once only the last is. */
  async show(): Promise<boolean> {
    const turn = ++this.#turn;
    this.busy = true;
    this.refusal = null;
    try {
      const shown = await this.#ask(this.moves, this.viewer);
      if (turn !== this.#turn) return false;
      this.view = shown.view;
      this.position = shown.position;
      this.selection = select.begin(this.legal);
      void this.#look();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (turn === this.#turn) this.refusal = error.refusal;
      return false;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  async #ask(moves: string[], viewer: number | null): Promise<Shown> {
    const key = `${viewer} ${moves.join(' ')}`;
    const known = this.#seen.get(key);
    if (known) return known;
    const asked = this.study.position({ game: this.game, setup: this.setup, moves }, viewer);
    this.#seen.set(key, asked);
    asked.catch(() => this.#seen.delete(key));
    return asked;
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

  pick(target: string): void {
    if (!this.canAct) return;
    this.refusal = null;
    this.selection = select.pick(this.selection, this.legal, target);
    const { preview, candidates } = this.selection;
    if (preview && candidates.length === 1 && !this.wishes.confirm?.()) void this.act(preview.t);
  }
  choose(token: string): void {
    if (!this.canAct) return;
    this.refusal = null;
    this.selection = select.choose(this.selection, this.legal, token);
    if (this.selection.preview?.t === token && !this.wishes.confirm?.()) void this.act(token);
  }
  turn(step: 1 | -1): void {
    this.selection = select.turn(this.selection, step);
  }
  back(): void {
    this.refusal = null;
    this.selection = select.back(this.selection, this.legal);
  }
  confirm(): void {
    if (this.selection.preview && this.canAct) void this.act(this.selection.preview.t);
  }

  /** Plays a token where we are: along the tree, as a new variation, or as a second try. */
  async act(token: string): Promise<boolean> {
    if (this.busy || this.walk) return false;
    if (this.retry) return this.#judge(token);
    this.busy = true;
    try {
      await this.#ask([...this.moves, token], this.viewer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.refusal;
      this.selection = select.begin(this.legal);
      return false;
    } finally {
      this.busy = false;
    }
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
    if (this.walk) return;
    if (!this.engine.on || this.over || this.retry) {
      this.engine.rest();
      this.engine.lines = [];
      return;
    }
    if (this.threat === 'off') return this.engine.look(this.spot);
    const turn = this.#turn;
    this.threat = 'on';
    for (const position of threats.passed(this.game, this.position, this.seats)) {
      const spot: Spot = { game: this.game, setup: threats.from(this.setup, position), moves: [] };
      const fits = await this.study.position(spot, null).then(
        () => true,
        () => false,
      );
      if (turn !== this.#turn) return;
      if (fits) return this.engine.look(spot);
    }
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
    void this.#look();
  }

  /** Puts the first actions of a line on the board; the tree does not change. */
  walkTo(pv: string[], step: number): void {
    this.engine.rest();
    this.walk = { pv, step: Math.max(1, Math.min(step, pv.length)) };
    void this.show();
  }
  /** Back from the walk, with what was walked as a variation or without. */
  leave(keep: boolean): void {
    const walked = this.walk;
    this.walk = null;
    if (walked && keep) this.#grow(walked.pv.slice(0, walked.step));
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

  /** What there is to say about an action that gave something away. */
  async facts(remark: AnalysedPly): Promise<Fact[]> {
    const step = this.main[remark.ply - 1];
    if (!remark.best || !step) return [];
    const before = trees.tokens(this.tree, step.parent);
    const after = [...before, remark.played];
    const following = this.analysis.plies[remark.ply];
    const reply = following && following.seat !== remark.seat ? following.best : null;
    const show = async (moves: string[]): Promise<View> => (await this.#ask(moves, null)).view;
    const [one, two, three, four] = await Promise.all([
      show(before),
      show(after),
      show([...before, remark.best]),
      reply === null ? null : show([...after, reply]),
    ]);
    return facts({ seat: remark.seat, before: one, after: two, better: three, reply, answered: four });
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
    if (tried !== mistake.best && tried !== mistake.played) {
      this.retry = { ...retry, state: 'judging', tried };
      try {
        const loss = mistake.score.winrate - (await this.#share(mistake.seat, tried));
        this.retry = { ...retry, state: loss < CLOSE ? 'right' : 'wrong', tried };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.refusal = error.refusal;
        this.retry = { ...retry, state: 'ask' };
        return false;
      }
    } else this.retry = { ...retry, state: tried === mistake.best ? 'right' : 'wrong', tried };
    this.selection = select.begin(this.legal);
    return this.retry.state === 'right';
  }
  /** What a seat may expect after an action. */
  async #share(seat: number, token: string): Promise<number> {
    const moves = [...this.moves, token];
    const { view } = await this.#ask(moves, null);
    if ('over' in view.turn) {
      const [n = 0, of = 1] = (view.turn.over.result[seat - 1] ?? '0').split('/').map(Number);
      return n / of;
    }
    if (this.seats === 2) {
      const [line] = await this.study.evaluate({ ...this.spot, moves }, 0.4, 1);
      const share = line?.score.winrate ?? 0.5;
      return view.turn.seat === seat ? share : 1 - share;
    }
    // Of more than two seats only the seat itself can say.
    const lines = await this.study.evaluate(this.spot, 0.6, 8);
    return lines.find((line) => line.pv[0] === token)?.score.winrate ?? 0;
  }

  close(): void {
    this.#turn += 1;
    this.engine.rest();
    void this.analysis.close();
  }
}
