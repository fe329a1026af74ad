import type { Analysis, Attempt, Attempted, EngineLine } from '../api/types';
import { ApiError } from '../api/refusal';
import { compile, network } from './assets';
import { connect, type Calls, type Remote } from './port';
import type { EngineCalls, ThinkerCalls, Thought, Wish } from './wire';

interface Started<T extends Calls> {
  calls: Remote<T>;
  /** Fails when the worker does. */
  broken: Promise<never>;
}

/** A worker that has loaded the module. */
export async function start<T extends Calls>(worker: Worker, module: WebAssembly.Module, ours: Calls): Promise<Started<T>> {
  const broken = new Promise<never>((_, failed) => {
    worker.onerror = (event) => failed(new Error(event.message || 'a worker has failed'));
  });
  broken.catch(() => undefined);
  const calls = connect<Remote<T>>(worker, ours);
  await Promise.race([(calls as Remote<{ load(module: WebAssembly.Module): void }>).load(module), broken]);
  return { calls, broken };
}

const spawn = (): Worker => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

/** The engine in a worker of its own: it thinks about one thing at a time, and to stop it ends the worker. */
export class Engine {
  #worker: Worker | null = null;
  #started: Promise<Started<EngineCalls>> | null = null;
  #stop: (() => void) | null = null;
  #lines: (lines: EngineLine[]) => void = () => undefined;
  #step: (analysis: Analysis) => void = () => undefined;

  constructor(
    private readonly make: () => Worker = spawn,
    private readonly assets: { compile(): Promise<WebAssembly.Module>; network: ThinkerCalls['network'] } = { compile, network },
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

  /** Answers an attempt at a puzzle. */
  attempt(wish: Attempt): Promise<Attempted> {
    this.end();
    return this.#run((calls) => calls.attempt(wish));
  }

  async #run<T>(run: (calls: Remote<EngineCalls>) => Promise<T>): Promise<T> {
    let stopped = false;
    const stop = (this.#stop = () => (stopped = true));
    const never = new Promise<never>(() => undefined);
    try {
      const { calls, broken } = await (this.#started ??= this.#begin());
      if (stopped) return never;
      const done = await Promise.race([run(calls), broken]);
      return stopped ? never : done;
    } catch (error) {
      if (stopped) return never;
      // What a worker is after a fault nobody knows: the next search has another one.
      if (!(error instanceof ApiError)) this.#drop();
      throw error;
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
    if (this.#worker) this.#drop();
  }

  #drop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#started = null;
  }

  async #begin(): Promise<Started<EngineCalls>> {
    const module = await this.assets.compile();
    const worker = (this.#worker = this.make());
    const ours: ThinkerCalls = {
      lines: (lines) => this.#lines(lines),
      step: (analysis) => this.#step(analysis),
      network: (game) => this.assets.network(game),
    };
    return start<EngineCalls>(worker, module, ours);
  }
}
