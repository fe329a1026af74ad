import { untrack } from 'svelte';
import type { Advice, Fact, LegalMove, View, Warning } from '../api/types';
import { settings } from '../settings.svelte';
import { NO_POINTERS, type Pointers } from '../table/board.svelte';
import type { TableModel } from '../table/model.svelte';

/** Whom the coach asks; tests answer instead. */
export interface CoachPorts {
  /** What there is to tell whoever is to act: about the position, and about an action. */
  advise(model: TableModel, action: string | null): Promise<Advice>;
  /** What the engine would play now; null if it does not say. */
  best(model: TableModel): Promise<string | null>;
}

/** What the engine would play, told in steps: which piece, then where. */
export interface Hint {
  move: LegalMove | null;
  step: 'piece' | 'place';
}

/** How long a confirmation waits for the coach, in milliseconds; then it counts. */
const PATIENCE = 1500;
/** Against computers up to this level the coach is there unless it was sent away: there people begin. */
const BEGINNERS = 1;

/** Helps whoever plays against the computer alone: warns, shows what threatens, gives hints. */
export class Coach {
  /** What the other side could do if nothing was done about it. */
  threat: Fact | null = $state.raw(null);
  /** Why to think twice about the action `t`. */
  warning: (Warning & { t: string }) | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** The engine is asked for a hint. */
  thinking = $state(false);
  /** What was looked at, and is not to be looked at again. */
  #view: View | null = null;
  readonly #asked = new Map<string | null, Promise<Advice | null>>();

  constructor(
    private readonly model: TableModel,
    private readonly ports: CoachPorts,
  ) {}

  /** Whether there may be a coach: everybody else at the table is a computer. */
  get offered(): boolean {
    const { table, mine } = this.model;
    if (!table || mine.length !== 1 || table.seats.length < 2) return false;
    return table.seats.every(({ seat, kind, people }) => (seat === mine[0] ? people.length === 1 : kind === 'engine'));
  }
  get on(): boolean {
    return this.offered && (settings.coach ?? this.#gentle);
  }
  set on(on: boolean) {
    settings.coach = on;
  }
  get #gentle(): boolean {
    return this.model.table?.seats.every(({ kind, level }) => kind !== 'engine' || (level ?? 0) <= BEGINNERS) ?? false;
  }
  /** Whether there is somebody to help now. */
  get active(): boolean {
    return this.on && this.model.toAct !== null && !this.model.frozen && !this.model.over;
  }

  /** What lights up on the board: the hint, else what threatens, or what the action that is shown would allow. */
  get pointers(): Pointers {
    if (!this.active) return NO_POINTERS;
    const fact = this.warning?.fact ?? (this.hint ? null : this.threat);
    const { move, step } = this.hint ?? { move: null, step: 'piece' };
    const hint = !move || this.warning ? [] : step === 'piece' ? move.at.slice(0, 1) : move.at.length > 2 ? move.at : move.at.slice(-1);
    return { hint, threats: fact?.turn.map(way) ?? [] };
  }

  /** Looks at what stands on the board and at what is about to be played. Call in an effect. */
  follow(): void {
    const { view, selection } = this.model.board;
    const action = selection.preview?.t ?? null;
    const { active } = this;
    untrack(() => void this.#follow(active ? view : null, action));
  }

  async #follow(view: View | null, action: string | null): Promise<void> {
    if (view !== this.#view) {
      this.#view = view;
      this.#asked.clear();
      this.threat = this.hint = null;
      this.thinking = false;
    }
    if (this.warning?.t !== action) this.warning = null;
    if (!view) return;
    const advice = await this.#advise(action);
    if (this.#view !== view || !advice) return;
    this.threat = advice.threat;
    if (this.model.board.selection.preview?.t === action) this.#warn(action, advice);
  }

  #warn(action: string | null, { warning }: Advice): void {
    this.warning = action && warning ? { ...warning, t: action } : null;
  }

  /** What is refused, or asked in vain, is nothing to tell: playing goes on. */
  #advise(action: string | null): Promise<Advice | null> {
    let asked = this.#asked.get(action);
    if (!asked) {
      asked = this.ports.advise(this.model, action).catch(() => null);
      this.#asked.set(action, asked);
    }
    return asked;
  }

  /**
   * Whether an action may be played at once. One that loses is held until its warning was there to be read: then the warning
   * stands there now, and to confirm once more plays it. The others are warned of while the action is shown.
   */
  async sure(action: string): Promise<boolean> {
    const { view } = this.model.board;
    // Where there is nothing to choose nobody is warned.
    if (!this.active || !view || view.legal.length < 2 || this.warning?.t === action) return true;
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const advice = await Promise.race([this.#advise(action), late]);
    if (advice?.warning?.is !== 'loses' || this.model.board.view !== view) return true;
    this.#warn(action, advice);
    return false;
  }

  /** A hint, and with the next question the rest of it. */
  async help(): Promise<void> {
    if (this.hint) {
      this.hint = { ...this.hint, step: 'place' };
      return;
    }
    const { view } = this.model.board;
    if (!this.active || !view || this.thinking) return;
    this.thinking = true;
    const token = await this.ports.best(this.model).catch(() => null);
    if (this.#view !== view) return;
    this.thinking = false;
    const move = view.legal.find(({ t }) => t === token) ?? null;
    this.hint = { move, step: (move?.at.length ?? 0) > 1 ? 'piece' : 'place' };
  }
}

/** The places that an action passes, from where it begins to where it ends; what stays where it is put has no way. */
const way = ({ at, via = [] }: LegalMove): string[] => (at.length > 1 ? [...at.slice(0, 1), ...via, ...at.slice(1)] : at);
