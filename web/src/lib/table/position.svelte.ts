import { refused, request } from '../api/request';
import type { GameKey, LegalMove, Refusal, View } from '../api/types';
import { Picking, type PickWishes } from './picking.svelte';

/** Replays actions from a set-up; the server judges them. */
export type Ask = (game: GameKey, setup: string, moves: string[]) => Promise<View>;
export const askServer: Ask = async (game, setup, moves) =>
  (await request<{ view: View }>('POST', '/position', { game, setup, moves })).view;

export interface PositionWishes extends PickWishes {
  ask: Ask;
  /** The seats that may be moved here; left out: whichever is on turn. */
  mine?: number[];
  /** Whether anything may be played now; left out: yes. */
  open?: () => boolean;
  /** After each action that was accepted. */
  played?: (token: string) => void | Promise<void>;
}

/** A position away from any table: a set-up and actions, tried out on the server. */
export class PositionModel extends Picking {
  moves: string[] = $state.raw([]);
  busy = $state(false);

  constructor(
    readonly game: GameKey,
    readonly setup: string,
    private readonly wishes: PositionWishes,
  ) {
    super(wishes);
  }

  get toAct(): number | null {
    const seat = this.acting;
    if (seat === null || this.wishes.open?.() === false) return null;
    return (this.wishes.mine?.includes(seat) ?? true) ? seat : null;
  }
  get viewing(): number | null {
    return this.wishes.mine?.[0] ?? this.acting;
  }
  override get legal(): LegalMove[] {
    return this.toAct === null ? [] : super.legal;
  }
  get canAct(): boolean {
    return this.toAct !== null && !this.busy && this.legal.length > 0;
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
    this.putDown();
  }

  /** Shows the position after these actions; false, with the refusal, if the server does not accept them. */
  async go(moves: string[]): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      this.show(await this.wishes.ask(this.game, this.setup, moves), moves);
      return true;
    } catch (error) {
      this.refusal = refused(error);
      this.putDown();
      return false;
    } finally {
      this.busy = false;
    }
  }

  protected explain(token: string): Promise<Refusal | null> {
    return this.wishes.ask(this.game, this.setup, [...this.moves, token]).then(() => null, refused);
  }
}
