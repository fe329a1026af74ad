import { refused } from '../api/refusal';
import type { Explained, GameKey, View } from '../api/types';
import { explain } from '../host/ask';
import { BoardModel, type BoardOwner, type PickWishes } from './board.svelte';

/** Replays actions from a set-up; a host judges them. */
export type Ask = (game: GameKey, setup: string, moves: string[]) => Promise<View>;

export interface PositionWishes extends PickWishes {
  ask: Ask;
  /** The seats that may be moved here; left out: whichever is on turn. */
  mine?: number[];
  /** Whether anything may be played now; left out: yes. */
  open?: () => boolean;
  /** After each action that was accepted. */
  played?: (token: string) => void | Promise<void>;
}

/** A position away from any table: a set-up and actions, tried out on a host. */
export class PositionModel implements BoardOwner {
  readonly board: BoardModel;
  moves: string[] = $state.raw([]);
  busy = $state(false);

  constructor(
    readonly game: GameKey,
    readonly setup: string,
    private readonly wishes: PositionWishes,
  ) {
    this.board = new BoardModel(this, wishes);
  }

  get toAct(): number | null {
    const seat = this.board.acting;
    if (seat === null || this.wishes.open?.() === false) return null;
    return (this.wishes.mine?.includes(seat) ?? true) ? seat : null;
  }
  get viewing(): number | null {
    return this.wishes.mine?.[0] ?? this.board.acting;
  }
  get frozen(): boolean {
    return this.toAct === null;
  }
  get unsettled(): boolean {
    return this.busy;
  }
  get canAct(): boolean {
    return this.toAct !== null && !this.busy && this.board.legal.length > 0;
  }

  async act(token: string): Promise<boolean> {
    if (this.busy) return false;
    if (!(await this.go([...this.moves, token]))) return false;
    await this.wishes.played?.(token);
    return true;
  }

  /** A position that is known already. */
  show(view: View, moves: string[]): void {
    this.moves = moves;
    this.board.show(view);
  }

  /** Shows the position after these actions; false, with the refusal, if they are not accepted. */
  async go(moves: string[]): Promise<boolean> {
    this.busy = true;
    this.board.refusal = null;
    try {
      this.show(await this.wishes.ask(this.game, this.setup, moves), moves);
      return true;
    } catch (error) {
      this.board.refuse(refused(error));
      return false;
    } finally {
      this.busy = false;
      this.board.resume();
    }
  }

  explain(pressed: string[]): Promise<Explained> {
    return explain({ game: this.game, setup: this.setup, moves: this.moves }, pressed);
  }
}
