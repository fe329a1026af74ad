import { refused } from '../api/refusal';
import type { EngineLine, Refusal } from '../api/types';
import type { Spot, Study } from './api';

/** The engine at one position at a time: a look that ends, and that ends early when we look elsewhere. */
export class Engine {
  on = $state(false);
  count = $state(3);
  lines: EngineLine[] = $state.raw([]);
  looking = $state(false);
  refusal: Refusal | null = $state.raw(null);
  /** The seat that its lines begin with. */
  seat = $state(1);
  /** Whether its lines are a threat: the seat to act lets its turn go by. */
  threat = $state(false);
  #stop: AbortController | null = null;

  constructor(
    private readonly study: Study,
    private readonly seconds = 8,
  ) {}

  /** Turns to a position, if it is on. */
  async look(spot: Spot, seat: number, threat: boolean): Promise<void> {
    this.rest();
    Object.assign(this, { lines: [], seat, threat });
    this.refusal = null;
    if (!this.on) return;
    const stop = (this.#stop = new AbortController());
    this.looking = true;
    try {
      for await (const lines of this.study.watch(spot, this.seconds, this.count, stop.signal)) {
        if (stop.signal.aborted) return;
        this.lines = lines;
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      this.refusal = refused(error);
    } finally {
      if (this.#stop === stop) this.looking = false;
    }
  }

  rest(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.looking = false;
  }
}
