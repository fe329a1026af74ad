import type { Line } from '../api/connection';
import { BUILT, compile } from './assets';
import { Engine, start } from './engine';
import { Mover } from './mover';
import type { Remote } from './port';
import type { HostCalls, PageCalls } from './wire';

/** Whether the rules and the engine are on this device: not yet asked for, ready, or why they are not. */
export const here: { state: 'absent' | 'asleep' | 'ready' | 'failed' } = $state({ state: BUILT ? 'asleep' : 'absent' });

let host: Promise<Remote<HostCalls>> | null = null;
/** The worker that answers and hosts tables; null if there is none, and everything asks the server. */
export async function wake(): Promise<Remote<HostCalls> | null> {
  if (!BUILT) return null;
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
  const { calls } = await start<HostCalls>(worker, module, { heard, wanted: mover.wanted, ended, lost } satisfies PageCalls);
  return calls;
}

// The lines to the tables that are open on this page, by table.
const lines = new Map<string, Set<Line>>();
/** What moves the engine seats of these tables. A table whose search fails is opened anew, and the search with it. */
const mover = new Mover(
  new Engine(),
  async (id, epoch, token) => (await host)?.found(id, epoch, token),
  (id, error) => {
    console.error(error);
    lost(id);
  },
);

export function attach(id: string, line: Line): void {
  lines.set(id, (lines.get(id) ?? new Set()).add(line));
}
export function detach(id: string, line: Line): void {
  const open = lines.get(id);
  if (!open?.delete(line) || open.size > 0) return;
  lines.delete(id);
  mover.leave(id);
  void host?.then((calls) => calls.close(id));
}

const heard = (id: string, messages: string[]): void =>
  messages.forEach((data) => lines.get(id)?.forEach((line) => line.onmessage?.({ data })));

/** Cuts the lines to a table: whoever looks at it asks for it anew. */
const lost = (id: string): void => [...(lines.get(id) ?? [])].forEach((line) => line.close());

/** Told when a game of this page has come to its end. */
let onEnd = (): void => undefined;
export const whenEnded = (run: () => void): void => void (onEnd = run);
const ended = (): void => onEnd();
