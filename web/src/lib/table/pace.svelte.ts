/** How long an engine lets one look at one's own action that has come to rest, in milliseconds. */
export const LOOK = 600;
/** How long whoever follows a turn of several actions may look at each. */
export const BREATH = 250;

/** What is shown, and how fast. */
export interface Shown {
  /** When nothing on the board moves any more; null if nothing can move. */
  rest(): Promise<void> | null;
  /** Whatever moves is where it was going, at once. */
  settle(): void;
  /** Whether there is no time to look, or nobody who would. */
  hurried(): boolean;
}

interface Entry {
  run(): void;
  pause: number;
  hurried: boolean;
  happened: boolean;
}

/** Lets things happen one after the other: each when what the one before has moved came to rest, and was looked at. */
export class Pace {
  /** Something moves, or waits for its turn. */
  playing = $state(false);
  readonly #queue: Entry[] = [];
  #now: Entry | null = null;
  #rested = -Infinity;
  #wake: (() => void) | null = null;

  constructor(private readonly shown: Shown) {}

  /** Lets something happen, no sooner than `pause` after all before it came to rest; at once if nothing is in its way. */
  push(run: () => void, pause = 0): void {
    this.#queue.push({ run, pause, hurried: false, happened: false });
    if (!this.#now) void this.#play();
  }

  /** Whether something has yet to happen. */
  get waiting(): boolean {
    return this.#queue.length > 0 || this.#now?.happened === false;
  }

  /** Whatever waits happens now. */
  skip(): void {
    if (!this.#now) return;
    for (const entry of [this.#now, ...this.#queue]) entry.hurried = true;
    this.shown.settle();
    this.#wake?.();
  }

  async #play(): Promise<void> {
    while (this.#queue.length > 0) {
      const next = (this.#now = this.#queue.shift()!);
      const hurried = (): boolean => next.hurried || this.shown.hurried();
      const wait = hurried() ? 0 : this.#rested + next.pause - performance.now();
      if (wait > 0) await this.#until((done) => setTimeout(done, wait));
      next.happened = true;
      next.run();
      const rest = hurried() ? null : this.shown.rest();
      if (rest) await this.#until((done) => void rest.then(done));
      this.#rested = performance.now();
    }
    this.#now = null;
    this.playing = false;
  }

  async #until(begin: (done: () => void) => unknown): Promise<void> {
    this.playing = true;
    await new Promise<void>((done) => {
      this.#wake = done;
      begin(done);
    });
    this.#wake = null;
  }
}
