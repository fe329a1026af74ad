import { ApiError } from '../api/refusal';
import type { Refusal } from '../api/types';

/** What one side of a worker offers the other. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a function of anything
export type Calls = Record<string, (...args: any[]) => unknown>;

/** One end of a worker; tests bring a pair of their own. */
export interface End {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

type Question = { id: number; name: string; args: unknown[] };
type Answer = { id: number; value?: unknown; refusal?: { status: number; refusal: Refusal }; fault?: string };
type Told = Question | Answer;

/** Asks the other end, and answers what it asks: refusals cross as refusals, everything else that goes wrong as an error. */
export function connect<Theirs extends Calls>(end: End, ours: Calls): Theirs {
  const waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void }>();
  let count = 0;
  end.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('name' in data) return void answer(end, ours, data);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.refusal) asked?.failed(new ApiError(data.refusal.status, data.refusal.refusal));
    else if (data.fault !== undefined) asked?.failed(new Error(data.fault));
    else asked?.done(data.value);
  };
  const ask = (name: string, args: unknown[]): Promise<unknown> =>
    new Promise((done, failed) => {
      const id = ++count;
      waiting.set(id, { done, failed });
      end.postMessage({ id, name, args } satisfies Question);
    });
  // A promise of it must not take it for a promise.
  return new Proxy({} as Theirs, {
    get: (_, name: string) => (name === 'then' ? undefined : (...args: unknown[]) => ask(name, args)),
  });
}

async function answer(end: End, ours: Calls, { id, name, args }: Question): Promise<void> {
  const say = (told: Omit<Answer, 'id'>): void => end.postMessage({ id, ...told } satisfies Answer);
  try {
    say({ value: await ours[name]?.(...args) });
  } catch (error) {
    if (error instanceof ApiError) say({ refusal: { status: error.status, refusal: error.refusal } });
    else say({ fault: String(error) });
  }
}

/** The other end, as whoever asks it sees it: every answer comes later. */
export type Remote<T extends Calls> = { [K in keyof T]: (...args: Parameters<T[K]>) => Promise<Awaited<ReturnType<T[K]>>> };
