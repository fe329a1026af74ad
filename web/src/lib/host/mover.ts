import type { Engine } from './engine';
import type { Thought, Wanted } from './wire';

/** How often a search is tried, and how many milliseconds are waited before the second time, the third, … */
export const WAITS = [0, 500, 1000, 2000, 4000];

/** Moves the engine seats of the tables of this page, one at a time. */
export class Mover {
  #wish: { id: string; wanted: Wanted } | null = null;

  constructor(
    private readonly engine: Pick<Engine, 'think' | 'end'>,
    private readonly found: (id: string, epoch: number, token: string) => unknown,
    /** It is no use to try again. */
    private readonly failed: (id: string, error: unknown) => void,
    private readonly wait = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time)),
  ) {}

  /** The engine is wanted at a table, or no longer. */
  readonly wanted = (id: string, wanted: Wanted | null): void => {
    this.engine.end();
    this.#wish = wanted && { id, wanted };
    if (wanted) void this.#move(id, wanted);
  };

  /** A table is not looked at any more. */
  leave(id: string): void {
    if (this.#wish?.id === id) this.wanted(id, null);
  }

  async #move(id: string, wanted: Wanted): Promise<void> {
    try {
      const { t } = await this.#search(wanted);
      if (this.#wish?.wanted !== wanted) return;
      if (t === null) throw new Error('the engine found no move');
      await this.found(id, wanted.epoch, t);
    } catch (error) {
      if (this.#wish?.wanted === wanted) this.failed(id, error);
    }
  }

  /** A search that fails is tried again, shorter and by another chance: what broke one may not break the other. */
  async #search(wish: Wanted): Promise<Thought> {
    let fault: unknown;
    for (const [index, time] of WAITS.entries()) {
      if (index > 0) await this.wait(time);
      try {
        return await this.engine.think({ ...wish, seed: (wish.seed ?? 0) + index, seconds: (wish.seconds ?? 1) / 2 ** index });
      } catch (error) {
        console.error(error);
        fault = error;
      }
    }
    throw fault;
  }
}
