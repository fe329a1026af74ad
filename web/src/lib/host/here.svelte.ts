import type { Line } from '../api/connection';
import { Engine, start } from './engine';
import type { Remote } from './port';
import type { HostCalls, PageCalls, Wanted } from './wire';

// One module, or none where the client was built without it.
const address = Object.values(import.meta.glob<string>('../browser/*.wasm', { query: '?url', import: 'default', eager: true }))[0];

/** Whether the rules and the engine are on this device: not yet asked for, ready, or why they are not. */
export const here: { state: 'absent' | 'asleep' | 'ready' | 'failed' } = $state({ state: address ? 'asleep' : 'absent' });

let compiled: Promise<WebAssembly.Module> | null = null;
/** Compiled once, for all workers; asked for again after a failure. */
export function compile(): Promise<WebAssembly.Module> {
  compiled ??= fetch(address ?? '')
    .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.statusText))))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error: unknown) => {
      compiled = null;
      throw error;
    });
  return compiled;
}

let host: Promise<Remote<HostCalls>> | null = null;
/** The worker that answers and hosts tables; null if there is none, and everything asks the server. */
export async function wake(): Promise<Remote<HostCalls> | null> {
  if (!address) return null;
  try {
    const found = await (host ??= begin());
    here.state = 'ready';
    return found;
  } catch (error) {
    console.error(error);
    host = null;
    here.state = 'failed';
    return null;
  }
}

/** Begins anew after a fault of the worker: what it has kept is still there. */
export function restart(): void {
  worker?.terminate();
  worker = null;
  host = null;
}

let worker: Worker | null = null;
async function begin(): Promise<Remote<HostCalls>> {
  const module = await compile();
  worker = new Worker(new URL('./host.worker.ts', import.meta.url), { type: 'module' });
  return start<HostCalls>(worker, module, { heard, wanted } satisfies PageCalls);
}

// The lines to the tables that are open on this page, by table.
const lines = new Map<string, Set<Line>>();
/** What moves the engine seats of these tables. */
const mover = new Engine(compile);
let moving: string | null = null;

export function attach(id: string, line: Line): void {
  lines.set(id, (lines.get(id) ?? new Set()).add(line));
}
export function detach(id: string, line: Line): void {
  const open = lines.get(id);
  if (!open?.delete(line) || open.size > 0) return;
  lines.delete(id);
  if (moving === id) mover.end();
  void host?.then((calls) => calls.close(id));
}

const heard = (id: string, messages: string[]): void =>
  messages.forEach((data) => lines.get(id)?.forEach((line) => line.onmessage?.({ data })));

function wanted(id: string, wish: Wanted | null): void {
  mover.end();
  moving = wish && id;
  if (!wish) return;
  const { epoch, ...rest } = wish;
  mover.think(rest).then(
    async ({ t }) => {
      if (t !== null) await (await host)?.found(id, epoch, t);
    },
    (error: unknown) => console.error(error),
  );
}
