import type { LegalMove, Over, Refusal, View } from '../api/types';
import * as select from './selection';
import type { Selection } from './selection';

export interface PickWishes {
  /** Preview and confirm, or play at once. */
  confirm?: () => boolean;
  /** Whether an action is played as soon as it is pressed: it can be seen beforehand what it does. */
  direct?: (view: View, token: string) => boolean;
  /** The action that picks make where none may be listed, or null where actions are listed. */
  compose?: (view: View, path: string[], target: string) => LegalMove | null;
}

/** Whoever draws a board: its pieces move for a while. */
export interface Drawn {
  /** When nothing moves any more. */
  rest(): Promise<void>;
  /** Whatever moves is where it was going, at once. */
  settle(): void;
}

/** What a board asks of the table, the position or the review that it belongs to. */
export interface BoardOwner {
  /** The seat whose view it is; null for a spectator's. */
  readonly viewing: number | null;
  /** The seat to act if it is one of mine. */
  readonly toAct: number | null;
  readonly canAct: boolean;
  /** Nothing may be played now, whatever the view lists. */
  readonly frozen?: boolean;
  /** Plays a token, or says why it cannot be played. */
  act(token: string): Promise<boolean>;
  /** Why pressing these targets cannot become an action; null if it may, or if nothing is known of it. */
  explain(pressed: string[]): Promise<Refusal | null>;
}

/** A board where picks become an action: what a scene and the text twin show. What an action does, its owner says. */
export class BoardModel {
  view: View | null = $state.raw(null);
  selection: Selection = $state.raw(select.begin([]));
  hover: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  /** Whoever draws it; null while nobody does. */
  drawn: Drawn | null = null;

  constructor(
    private readonly owner: BoardOwner,
    private readonly picks: PickWishes,
  ) {}

  get viewing(): number | null {
    return this.owner.viewing;
  }
  get toAct(): number | null {
    return this.owner.toAct;
  }
  get canAct(): boolean {
    return this.owner.canAct;
  }
  get legal(): LegalMove[] {
    return this.owner.frozen ? [] : (this.view?.legal ?? []);
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

  /** `exact`: a more exact name of what was pressed, such as the face of a cube. What cannot be picked is answered. */
  pick(target: string, exact: string = target): void {
    if (!this.canAct || !this.view) return;
    this.refusal = null;
    if (target === '') {
      this.putDown();
      return;
    }
    const before = this.selection;
    const names = [...new Set([exact, target])];
    // A second press on the preview confirms it.
    if (before.preview && names.includes(before.preview.at.at(-1) ?? '') && !this.picks.compose?.(this.view, before.path, target)) {
      this.confirm();
      return;
    }
    const made = this.picks.compose?.(this.view, before.path, target);
    if (made) {
      this.selection = made.at.length > 0 ? { path: made.at, candidates: [made], preview: made } : select.begin(this.legal);
      return;
    }
    const after = select.pick(before, this.legal, ...names);
    if (!after) {
      void this.#whyNot(this.view, before.path, names);
      return;
    }
    this.selection = after;
    if (after.preview && after.candidates.length === 1 && this.#atOnce(after.preview.t)) void this.owner.act(after.preview.t);
  }
  #atOnce(token: string): boolean {
    return !this.picks.confirm?.() || (this.view !== null && (this.picks.direct?.(this.view, token) ?? false));
  }
  choose(token: string): void {
    if (!this.canAct) return;
    this.refusal = null;
    this.selection = select.choose(this.selection, this.legal, token);
    if (this.selection.preview?.t === token && this.#atOnce(token)) void this.owner.act(token);
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
    if (this.selection.preview && this.canAct) void this.owner.act(this.selection.preview.t);
  }
  act(token: string): Promise<boolean> {
    return this.owner.act(token);
  }
  /** Shows another position. */
  show(view: View): void {
    this.view = view;
    this.putDown();
  }
  /** Nothing came of what was tried. */
  refuse(refusal: Refusal): void {
    this.refusal = refusal;
    this.putDown();
  }

  /** Nothing is picked any more; what was refused still is. */
  putDown(): void {
    this.selection = select.begin(this.legal);
  }

  async #whyNot(view: View, path: string[], names: string[]): Promise<void> {
    for (const pressed of names.flatMap((name) => select.attempts(path, this.legal, name))) {
      const refusal = await this.owner.explain(pressed);
      // Meanwhile the board may have become another one.
      if (this.view !== view) return;
      if (refusal) {
        this.refusal = refusal;
        return;
      }
    }
  }
}
