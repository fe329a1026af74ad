import type { Analysis, EngineLine } from '../api/types';
import { connect, type Calls, type Remote } from './port';
import type { EngineCalls, ThinkerCalls, Thought, Wish } from './wire';

/** A worker that has loaded the module. */
export async function start<T extends Calls>(worker: Worker, module: WebAssembly.Module, ours: Calls): Promise<Remote<T>> {
  const broken = new Promise<never>((_, failed) => {
    worker.onerror = (event) => failed(new Error(event.message || 'a worker could not be loaded'));
  });
  const calls = connect<Remote<T>>(worker, ours);
  await Promise.race([(calls as Remote<{ load(module: WebAssembly.Module): void }>).load(module), broken]);
  return calls;
}

const spawn = (): Worker => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

/** The engine in a worker of its own: it thinks about one thing at a time, and to stop it ends the worker. */
export class Engine {
  #worker: Worker | null = null;
  #calls: Promise<Remote<EngineCalls>> | null = null;
  #stop: (() => void) | null = null;
  #lines: (lines: EngineLine[]) => void = () => undefined;
  #step: (analysis: Analysis) => void = () => undefined;

  constructor(
    private readonly compile: () => Promise<WebAssembly.Module>,
    private readonly make: () => Worker = spawn,
  ) {}

  /** What it thinks of before that is dropped: the promise of it stays open for ever. */
  think(wish: Wish, lines: (lines: EngineLine[]) => void = () => undefined): Promise<Thought> {
    this.end();
    this.#lines = lines;
    return this.#run((calls) => calls.think(wish));
  }

  /** Looks at every action of a record. */
  analyse(record: string, step: (analysis: Analysis) => void): Promise<void> {
    this.end();
    this.#step = step;
    return this.#run((calls) => calls.analyse(record));
  }

  async #run<T>(run: (calls: Remote<EngineCalls>) => Promise<T>): Promise<T> {
    let stopped = false;
    const stop = (this.#stop = () => (stopped = true));
    const calls = await (this.#calls ??= this.#begin()).catch((error: unknown) => {
      this.#calls = null;
      throw error;
    });
    const never = new Promise<never>(() => undefined);
    if (stopped) return never;
    try {
      const done = await run(calls);
      return stopped ? never : done;
    } finally {
      if (this.#stop === stop) this.#stop = null;
    }
  }

  /** Stops what is thought about, if anything is. */
  end(): void {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = null;
    // Once the worker is there nothing but its end stops it; one that is still loading may be used by whoever comes next.
    if (!this.#worker) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#calls = null;
  }

  async #begin(): Promise<Remote<EngineCalls>> {
    const module = await this.compile();
    const worker = (this.#worker = this.make());
    const ours: ThinkerCalls = { lines: (lines) => this.#lines(lines), step: (analysis) => this.#step(analysis) };
    return start<EngineCalls>(worker, module, ours);
  }
}
