import type { End } from './port';

/** Two ends of a line, as a page and a worker have them. */
export function ends(): [End, End] {
  const end = (): End => ({ postMessage: () => undefined, onmessage: null });
  const [a, b] = [end(), end()];
  const to = (other: End) => (data: unknown) => queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) } as MessageEvent));
  a.postMessage = to(b);
  b.postMessage = to(a);
  return [a, b];
}
