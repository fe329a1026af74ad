import { refused } from '../api/refusal';
import type { AnalysedPly, Refusal } from '../api/types';
import type { Study } from './api';

/** The whole game under the engine's eye, with how far it is. */
export class GameAnalysis {
  state: 'none' | 'queued' | 'running' | 'done' | 'failed' = $state('none');
  done = $state(0);
  of = $state(0);
  plies: AnalysedPly[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  #job: string | null = null;

  constructor(
    private readonly study: Study,
    private readonly pause = (): Promise<void> => new Promise((done) => setTimeout(done, 600)),
  ) {}

  get busy(): boolean {
    return this.state === 'queued' || this.state === 'running';
  }

  async run(wish: { table: string } | { record: string }): Promise<void> {
    this.refusal = null;
    this.state = 'queued';
    this.plies = [];
    this.done = 0;
    try {
      const job = (this.#job = await this.study.analyse(wish));
      while (this.#job === job && this.busy) {
        const { state, done, of, plies } = await this.study.analysis(job);
        if (this.#job !== job) return;
        Object.assign(this, { state, done, of, plies });
        if (this.busy) await this.pause();
      }
    } catch (error) {
      this.refusal = refused(error);
      this.state = 'failed';
    }
  }

  /** Takes what was found out before. */
  know(plies: AnalysedPly[]): void {
    Object.assign(this, { state: 'done', done: plies.length, of: plies.length, plies });
  }

  /** Nobody waits any more. */
  async close(): Promise<void> {
    const job = this.#job;
    const busy = this.busy;
    this.#job = null;
    // It may have ended by itself in the meantime.
    if (job && busy) await this.study.endAnalysis(job).catch(() => undefined);
  }
}
