import type { LegalMove, Over, Refusal, View } from '../api/types';
import type { BoardModel } from './board';
import * as select from './selection';
import type { Selection } from './selection';

export interface PickWishes {
  /** Preview and confirm, or play at once. */
  confirm?: () => boolean;
  /** The token that picking `target` after `path` would be, for asking why it is not allowed. */
  guess?: (view: View, path: string[], target: string) => string | null;
  /** The action that picks make where none may be listed, or null where actions are listed. */
  compose?: (view: View, path: string[], target: string) => LegalMove | null;
}

/** A board where picks become an action; what an action is, a table, a lesson or a review says. */
export abstract class Picking implements BoardModel {
  view: View | null = $state.raw(null);
  selection: Selection = $state.raw(select.begin([]));
  hover: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);

  constructor(private readonly picks: PickWishes) {}

  abstract readonly viewing: number | null;
  abstract readonly toAct: number | null;
  abstract readonly canAct: boolean;
  abstract act(token: string): Promise<boolean>;
  /** Why a token may not be played now; null if it may. */
  protected abstract explain(token: string): Promise<Refusal | null>;

  get legal(): LegalMove[] {
    return this.view?.legal ?? [];
  }
  get over(): Over | null {
    const turn = this.view?.turn;
    return turn && 'over' in turn ? turn.over : null;
  }
  /** The seat that is to act. */
  get acting(): number | null {
    const turn = this.view?.turn;
    return turn && 'seat' in turn ? turn.seat : null;
  }

  pick(target: string): void {
    if (!this.canAct || !this.view) return;
    this.refusal = null;
    const before = this.selection;
    const made = this.picks.compose?.(this.view, before.path, target);
    if (made) {
      this.selection = made.at.length > 0 ? { path: made.at, candidates: [made], preview: made } : select.begin(this.legal);
      return;
    }
    const after = (this.selection = select.pick(before, this.legal, target));
    const lost = target !== '' && before.path.at(-1) !== target && !after.path.includes(target);
    if (lost) void this.#whyNot(this.view, before.path, target);
    if (after.preview && after.candidates.length === 1 && !this.picks.confirm?.()) void this.act(after.preview.t);
  }
  choose(token: string): void {
    if (!this.canAct) return;
    this.refusal = null;
    this.selection = select.choose(this.selection, this.legal, token);
    if (this.selection.preview?.t === token && !this.picks.confirm?.()) void this.act(token);
  }
  turn(step: 1 | -1): void {
    this.selection = select.turn(this.selection, step);
  }
  back(): void {
    this.refusal = null;
    this.selection = select.back(this.selection, this.legal);
  }
  /** Nothing is picked any more. */
  clear(): void {
    this.refusal = null;
    this.putDown();
  }
  confirm(): void {
    if (this.selection.preview && this.canAct) void this.act(this.selection.preview.t);
  }

  protected putDown(): void {
    this.selection = select.begin(this.legal);
  }

  async #whyNot(view: View, path: string[], target: string): Promise<void> {
    const token = this.picks.guess?.(view, path, target);
    const refusal = token ? await this.explain(token) : null;
    // Meanwhile the board may have become another one.
    if (refusal && this.view === view) this.refusal = refusal;
  }
}
