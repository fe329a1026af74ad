import { refused } from '../api/refusal';
import type { Attempted, LegalMove, Refusal, View } from '../api/types';
import { viewAt } from '../host/ask';
import { answerHere } from '../host/think';
import { study } from '../review/api';
import { isRight } from '../review/judge';
import { PositionModel } from '../table/position.svelte';
import { isMistake, type Task } from './mistake';
import { holds } from './puzzle';

/** The theme, the piece, the action. */
export const HINTS = 3;

/** Each end of it: whether it is solved, whether without a mistake and without help, and whether the action was told. */
export type Told = (solved: boolean, clean: boolean, shown: boolean) => void;
export type State = 'playing' | 'thinking' | 'solved' | 'failed';

/** What follows: what is right at a puzzle the rules prove, and at a mistake the engine judges, as in a review. */
async function answer(task: Task, actions: string[]): Promise<Attempted> {
  const { game, setup } = task;
  if (!isMistake(task)) return answerHere({ game, setup, hold: holds(task), turns: task.turns, actions });
  const right = await isRight(study, { game, setup, moves: [] }, { ...task, best: task.action }, actions[0] ?? '');
  return { state: right ? 'solved' : 'failed', replies: [] };
}

/** One person at one puzzle. Nothing is known here but the first action. */
export class Solver {
  readonly model: PositionModel;
  state: State = $state('playing');
  /** How many hints were asked for. */
  hints = $state(0);
  /** Whether anything went wrong at this puzzle. */
  missed = $state(false);
  /** The reply that showed it, if one did. */
  refutation: LegalMove | null = $state.raw(null);
  trouble: Refusal | null = $state.raw(null);

  constructor(
    readonly puzzle: Task,
    /** What it begins with, for the seat that solves it. */
    private readonly first: View,
    confirm: () => boolean,
    private readonly told: Told,
  ) {
    this.model = new PositionModel(puzzle.game, puzzle.setup, {
      ask: viewAt,
      mine: [this.seat],
      confirm,
      open: () => this.state === 'playing',
      played: () => this.#played(),
    });
  }

  get seat(): number {
    return 'seat' in this.first.turn ? this.first.turn.seat : 1;
  }

  /** From the beginning. */
  begin(): void {
    this.refutation = null;
    this.trouble = null;
    this.model.show(this.first, []);
    this.state = 'playing';
    if (this.hints > 1) this.#point();
  }

  hint(): void {
    this.hints = Math.min(this.hints + 1, HINTS);
    if (this.hints > 1) this.#point();
  }

  /** Plays the action that does it. */
  async show(): Promise<void> {
    this.hints = HINTS;
    this.begin();
    await this.model.act(this.puzzle.action);
  }

  /** The piece that the first action begins with. */
  #point(): void {
    if (this.model.moves.length > 0) return;
    const { legal } = this.model.board;
    this.model.board.hover = legal.find(({ t }) => t === this.puzzle.action)?.at[0] ?? null;
  }

  async #played(): Promise<void> {
    const { model } = this;
    this.state = 'thinking';
    try {
      const { state, replies } = await answer(this.puzzle, model.moves);
      let first: LegalMove | null = null;
      for (const [index, reply] of replies.entries()) {
        // One after the other: each can be seen.
        if (index > 0) await model.board.drawn?.rest();
        await model.go([...model.moves, reply]);
        first ??= model.board.view?.last ?? null;
      }
      this.#end(state, first);
    } catch (cause) {
      this.trouble = refused(cause);
      this.state = 'failed';
    }
  }

  #end(state: 'open' | 'solved' | 'failed', reply: LegalMove | null): void {
    if (state === 'open') {
      this.state = 'playing';
      return;
    }
    this.state = state;
    if (state === 'failed') this.refutation = reply;
    const solved = state === 'solved';
    this.told(solved, solved && !this.missed && this.hints === 0, this.hints >= HINTS);
    if (!solved) this.missed = true;
  }
}
