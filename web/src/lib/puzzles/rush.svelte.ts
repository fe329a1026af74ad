import { randomHex } from '../random';
import { digest, strengthOf, type Puzzle } from './puzzle';

/** How long a rush lasts, in milliseconds, and how many mistakes end it. */
const LASTS = 180_000;
const MISTAKES = 3;
/** How many nodes deep the hardest puzzle of a rush is: nobody waits for a proof. */
const LONGEST = 2;

/** The puzzles of a rush, from easy to hard, other ones each time. */
export function lineUp(puzzles: readonly Puzzle[], seed: string = randomHex(8)): Puzzle[] {
  const short = puzzles.filter(({ turns }) => turns <= LONGEST);
  const lot = (puzzle: Puzzle): number => parseInt(digest(seed + puzzle.id), 36);
  const drawn = [...short].sort((a, b) => lot(a) - lot(b)).slice(0, 60);
  return drawn.sort((a, b) => strengthOf(a) - strengthOf(b));
}

/** As many puzzles as one can in three minutes. */
export class Rush {
  readonly puzzles: readonly Puzzle[];
  at = $state(0);
  solved = $state(0);
  mistakes = $state(MISTAKES);
  /** In milliseconds. */
  left = $state(LASTS);
  readonly #end: number;

  constructor(puzzles: readonly Puzzle[], now: number = Date.now()) {
    this.puzzles = lineUp(puzzles);
    this.#end = now + LASTS;
  }

  get over(): boolean {
    return this.left <= 0 || this.mistakes <= 0 || this.at >= this.puzzles.length;
  }
  get puzzle(): Puzzle | null {
    return this.over ? null : (this.puzzles[this.at] ?? null);
  }

  tick(now: number = Date.now()): void {
    if (!this.over) this.left = Math.max(0, this.#end - now);
  }

  /** The end of a puzzle; the next one follows. */
  told(solved: boolean): void {
    if (this.over) return;
    if (solved) this.solved += 1;
    else this.mistakes -= 1;
    this.at += 1;
  }
}
