import type { GameKey } from '../api/types';

// One module, or none where the client was built without it, and beside it the networks that games have learnt.
const address = Object.values(import.meta.glob<string>('../browser/*.wasm', { query: '?url', import: 'default', eager: true }))[0];
const networks = import.meta.glob<string>('../browser/*.net', { query: '?url&no-inline', import: 'default', eager: true });

/** Whether this client has rules and an engine of its own. */
export const BUILT = address !== undefined;

async function bytes(from: string | undefined): Promise<ArrayBuffer> {
  const answer = await fetch(from ?? '');
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.arrayBuffer();
}

/** Loads something once, for all workers; again after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
}

export const compile = once(async () => WebAssembly.compile(await bytes(address)));

const loads = new Map<GameKey, () => Promise<ArrayBuffer>>();
/** The file of the network that a game has learnt. */
export function network(game: GameKey): Promise<ArrayBuffer> {
  const load = loads.get(game) ?? once(() => bytes(networks[`../browser/${game}.net`]));
  loads.set(game, load);
  return load();
}
