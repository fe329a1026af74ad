type Step = (t: number) => void;
interface Tween {
  start: number;
  duration: number;
  step: Step;
  done: (() => void) | undefined;
  /** The camera may go on moving while the pieces are at rest. */
  camera: boolean;
}

/** Something that moves for a while, in milliseconds. */
export interface Part {
  duration: number;
  /** Called with eased time from 0 to 1. */
  step: Step;
}

/** Fast first, then slower. */
const ease = (t: number): number => 1 - (1 - t) ** 3;

/** All that is on its way: pieces, and the camera. */
export class Tweens {
  /** At once, instead of on the way. */
  reducedMotion = false;
  private readonly under = new Set<Tween>();
  private resting: (() => void)[] = [];

  /** `begun`: something moves from now on; `changed`: something is where it was going. */
  constructor(
    private readonly begun: () => void,
    private readonly changed: () => void,
  ) {}

  get none(): boolean {
    return this.under.size === 0;
  }

  /** Moves parts one after the other. Answers with what puts them where they go. */
  move(parts: readonly Part[], done: (() => void) | undefined, camera: boolean): () => void {
    const duration = parts.reduce((sum, part) => sum + part.duration, 0);
    let at = 0;
    const step = (t: number): void => {
      let time = t * duration;
      parts.forEach((part, i) => {
        if (i >= at && (time > 0 || i === at)) part.step(time >= part.duration ? 1 : ease(Math.max(0, time) / part.duration));
        if (i === at && time >= part.duration) at += 1;
        time -= part.duration;
      });
    };
    if (this.reducedMotion || duration === 0) {
      step(1);
      done?.();
      this.changed();
      return () => undefined;
    }
    const tween: Tween = { start: performance.now(), duration, step, done, camera };
    this.under.add(tween);
    this.begun();
    return () => this.finish(tween);
  }

  /** Everything is where it is at this time; whether anything moved. */
  advance(now: number): boolean {
    const moved = !this.none;
    for (const tween of this.under) {
      const t = Math.min(1, Math.max(0, (now - tween.start) / tween.duration));
      tween.step(t);
      if (t >= 1) {
        this.under.delete(tween);
        tween.done?.();
      }
    }
    return moved;
  }

  private finish(tween: Tween): void {
    if (!this.under.delete(tween)) return;
    tween.step(1);
    tween.done?.();
    this.changed();
  }

  private moves = (): boolean => [...this.under].some((tween) => !tween.camera);

  /** When no piece moves any more. */
  async rest(): Promise<void> {
    // What is to be shown is told to a scene a moment after it has happened.
    await new Promise((next) => setTimeout(next));
    if (this.moves()) await new Promise<void>((done) => this.resting.push(done));
  }

  /** Every piece is where it was going. */
  settle(): void {
    for (const tween of [...this.under]) if (!tween.camera) this.finish(tween);
    this.rested();
  }

  /** Tells who waits for it, if no piece moves. */
  rested(): void {
    if (!this.moves()) for (const done of this.resting.splice(0)) done();
  }

  /** The camera stays where it is. */
  halt(): void {
    for (const tween of [...this.under]) if (tween.camera) this.under.delete(tween);
  }

  clear(): void {
    this.under.clear();
    this.rested();
  }
}
