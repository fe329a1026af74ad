import { ApiError, post } from '../api/http';
import type { GameKey, LegalMove, Refusal, View } from '../api/types';
import type { BoardModel } from './board';
import * as select from './selection';
import type { Selection } from './selection';

/** Replays actions from a set-up; the server judges them. */
export type Ask = (game: GameKey, setup: string, moves: string[]) => Promise<View>;
export const askServer: Ask = async (game, setup, moves) =>
  (await post<{ view: View }>('/position', { game, setup, moves })).view;

export interface PositionWishes {
  ask: Ask;
  /** The seats that may be moved here; left out: whichever is on turn. */
  mine?: number[];
  /** Preview and confirm, or play at once. */
  confirm?: () => boolean;
  /** Which token a pick that fits nothing would be, for asking why it is not allowed. */
  guess?: (view: View, path: string[], target: string) => string | null;
  /** Whether anything may be played now; left out: yes. */
  open?: () => boolean;
  /** After each action that was accepted. */
  played?: (token: string) => void | Promise<void>;
}

/** A position away from any table: a set-up and actions, tried out on the server. */
export class PositionModel implements BoardModel {
  view: View | null = $state.raw(null);
  moves: string[] = $state.raw([]);
  selection: Selection = $state.raw(select.begin([]));
  hover: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  busy = $state(false);

  constructor(
    readonly game: GameKey,
    readonly setup: string,
    private readonly wishes: PositionWishes,
  ) {}

  get acting(): number | null {
    const turn = this.view?.turn;
    return turn && 'seat' in turn ? turn.seat : null;
  }
  get toAct(): number | null {
    const seat = this.acting;
    if (seat === null || this.wishes.open?.() === false) return null;
    return (this.wishes.mine?.includes(seat) ?? true) ? seat : null;
  }
  get viewing(): number | null {
    return this.wishes.mine?.[0] ?? this.acting;
  }
  get legal(): LegalMove[] {
    return this.toAct === null ? [] : (this.view?.legal ?? []);
  }
  get canAct(): boolean {
    return this.toAct !== null && !this.busy && this.legal.length > 0;
  }

  pick(target: string): void {
    if (!this.canAct || !this.view) return;
    const before = this.selection;
    const after = select.pick(before, this.legal, target);
    this.refusal = null;
    const lost = target !== '' && before.path.at(-1) !== target && !after.path.includes(target);
    if (lost) void this.#whyNot(before.path, target);
    this.selection = after;
    if (after.preview && after.candidates.length === 1 && !this.wishes.confirm?.()) void this.act(after.preview.t);
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

  async act(token: string): Promise<boolean> {
    if (this.busy) return false;
    if (!(await this.go([...this.moves, token]))) return false;
    await this.wishes.played?.(token);
    return true;
  }

  /** A position that is known already. */
  show(view: View, moves: string[]): void {
    this.view = view;
    this.moves = moves;
    this.selection = select.begin(this.legal);
  }

  /** Shows the position after these actions; false, with the refusal, if the server does not accept them. */
  async go(moves: string[]): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      this.show(await this.wishes.ask(this.game, this.setup, moves), moves);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.refusal;
      this.selection = select.begin(this.legal);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async #whyNot(path: string[], target: string): Promise<void> {
    const token = this.view && this.wishes.guess?.(this.view, path, target);
    if (!token) return;
    const moves = this.moves;
    try {
      await this.wishes.ask(this.game, this.setup, [...moves, token]);
    } catch (error) {
      if (error instanceof ApiError && this.moves === moves) this.refusal = error.refusal;
    }
  }
}
