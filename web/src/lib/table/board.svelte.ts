import type { Explained, LegalMove, Over, Refusal, View } from '../api/types';
import { lookFrom } from '../games/viewpoint';
import * as select from './selection';
import type { Selection } from './selection';

export interface PickWishes {
  /** Preview and confirm, or play at once. */
  confirm?: () => boolean;
  /** Whether what the rules call direct is played at once all the same, as at a table: whoever studies looks first. */
  direct?: boolean;
  /** Whether an action that was pressed is played at once; if not, `caution` says why, and it is pressed once more. */
  sure?: (token: string) => Promise<boolean>;
}

/** What lights up on the board besides what is picked, by the names of what can be picked. */
export interface Pointers {
  hint: readonly string[];
  /** Ways that somebody else might go, each as the places it passes. */
  threats: readonly (readonly string[])[];
}
export const NO_POINTERS: Pointers = { hint: [], threats: [] };

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
  /** The last action has not been taken in yet: presses wait until `resume` is called. */
  readonly unsettled?: boolean;
  /** What to say to whoever presses something while nobody here can act; null: nothing. */
  readonly idle?: Refusal | null;
  /** Plays a token, or says why it cannot be played. */
  act(token: string): Promise<boolean>;
  /** Which action pressing these targets means, or why it cannot become one. */
  explain(pressed: string[]): Promise<Explained>;
}

/** A board where picks become an action: what a scene and the text twin show. What an action does, its owner says. */
export class BoardModel {
  view: View | null = $state.raw(null);
  selection: Selection = $state.raw(select.begin([]));
  hover: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  /** What to think of before what is shown is confirmed. */
  caution: string | null = $state(null);
  pointers: Pointers = $state.raw(NO_POINTERS);
  /** Takes every press while a position is set up by hand; null while one plays. */
  editing: ((target: string, exact: string) => void) | null = null;
  /** Whoever draws it; null while nobody does. */
  drawn: Drawn | null = null;
  /** Presses that were made before the last action was taken in, in order. */
  readonly #waiting: (() => void)[] = [];
  /** Whether an action may be played, or what a press means, is being asked: that is waited for too. */
  #asking = false;
  /** How many different positions were shown: an answer counts for the one it was asked about. */
  #positions = 0;

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

  /** Lets a press count now, or as soon as the last action has been taken in: none is lost. */
  #press(run: () => void): void {
    this.#waiting.push(run);
    this.resume();
  }
  /** The last action has been taken in: what was pressed meanwhile counts now. */
  resume(): void {
    while (!this.owner.unsettled && !this.#asking && this.#waiting.length > 0) this.#waiting.shift()!();
  }
  /** Whether a press can count; if not, whoever pressed is told why. */
  #open(): boolean {
    if (!this.canAct) this.refusal = this.owner.idle ?? this.refusal;
    return this.canAct;
  }

  /** `exact`: a more exact name of what was pressed, such as the face of a cube. What cannot be picked is answered. */
  pick(target: string, exact: string = target): void {
    if (!this.editing) this.#press(() => this.#pick(target, exact));
    else if (target !== '') this.editing(target, exact);
  }
  #pick(target: string, exact: string): void {
    // To press beside the board asks for nothing.
    if (!this.view || !(target === '' ? this.canAct : this.#open())) return;
    this.refusal = null;
    if (target === '') {
      this.putDown();
      return;
    }
    const before = this.selection;
    const names = [...new Set([exact, target])];
    if (before.preview && !this.legal.some(({ t }) => t === before.preview?.t)) {
      // No view lists it: another press adds to it or puts a part of it down, and only whoever confirms it plays it.
      const path = before.path.includes(target) ? before.path.filter((name) => name !== target) : [...before.path, target];
      if (path.length > 0) void this.#ask([path]);
      else this.putDown();
      return;
    }
    // A second press on the preview confirms it.
    if (before.preview && names.includes(before.preview.at.at(-1) ?? '')) {
      this.#confirm();
      return;
    }
    const after = select.pick(before, this.legal, ...names);
    if (!after) {
      void this.#ask(names.flatMap((name) => select.attempts(before.path, this.legal, name)));
      return;
    }
    this.selection = after;
    if (after.preview && after.candidates.length === 1 && this.#atOnce(after.preview)) void this.#play(after.preview.t);
  }
  #atOnce({ direct }: LegalMove): boolean {
    return !this.picks.confirm?.() || (this.picks.direct === true && direct === true);
  }
  choose(token: string): void {
    this.#press(() => this.#choose(token));
  }
  #choose(token: string): void {
    if (!this.#open()) return;
    this.refusal = null;
    this.selection = select.choose(this.selection, this.legal, token);
    const { preview } = this.selection;
    if (preview?.t === token && this.#atOnce(preview)) void this.#play(token);
  }
  turn(step: 1 | -1): void {
    this.#press(() => (this.selection = select.turn(this.selection, step)));
  }
  back(): void {
    this.refusal = null;
    // What does not count yet is taken back first.
    if (this.#waiting.pop()) return;
    this.selection = select.back(this.selection, this.legal);
  }
  /** Nothing is picked any more. */
  clear(): void {
    this.refusal = null;
    this.putDown();
  }
  confirm(): void {
    this.#press(() => this.#confirm());
  }
  #confirm(): void {
    if (this.selection.preview && this.canAct) void this.#play(this.selection.preview.t);
  }
  /** Plays an action, unless there is something to think of first. */
  async #play(token: string): Promise<boolean> {
    const position = this.#positions;
    if (this.picks.sure) {
      this.#asking = true;
      const sure = await this.picks.sure(token).finally(() => (this.#asking = false));
      if (!sure) {
        // What was pressed meanwhile was pressed before the caution could be read.
        this.#waiting.length = 0;
        this.selection = select.choose(this.selection, this.legal, token);
        return false;
      }
      if (this.#positions !== position) {
        this.resume();
        return false;
      }
    }
    return this.owner.act(token);
  }
  /** Plays a token that was typed. */
  act(token: string): Promise<boolean> {
    return new Promise((done) => this.#press(() => void this.#play(token).then(done)));
  }
  /** Shows a position. What is picked stays picked when it is the one that was shown already: a table may tell it again. */
  show(view: View): void {
    const before = this.view;
    lookFrom(view, this.viewing);
    this.view = view;
    if (before && before.ply === view.ply && JSON.stringify(before) === JSON.stringify(view)) return;
    this.#positions += 1;
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

  /** Asks what a press means, the likeliest meaning first: it becomes the preview, or is refused. */
  async #ask(meanings: string[][]): Promise<void> {
    const position = this.#positions;
    this.#asking = true;
    try {
      for (const pressed of meanings) {
        const { meant, refusal } = await this.owner.explain(pressed);
        // Meanwhile the board may have become another one.
        if (this.#positions !== position) return;
        if (meant) this.selection = { path: meant.at, candidates: [meant], preview: meant };
        this.refusal = refusal;
        if (meant || refusal) return;
      }
    } finally {
      this.#asking = false;
      this.resume();
    }
  }
}
