import { ApiError, get, greeted, post, remove } from '../api/http';
import type { Analysis, EngineLine, GameKey, ReadRecord, RecordTree, Refusal, Shown } from '../api/types';

export interface Spot {
  game: GameKey;
  setup: string;
  moves: string[];
}

/** Everything a review asks, so that tests can answer instead. */
export interface Study {
  position(spot: Spot, viewer: number | null): Promise<Shown>;
  evaluate(spot: Spot, seconds: number, lines: number): Promise<EngineLine[]>;
  watch(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncIterable<EngineLine[]>;
  read(text: string): Promise<ReadRecord>;
  write(tree: RecordTree): Promise<string>;
  analyse(wish: { table: string } | { record: string }): Promise<string>;
  analysis(job: string): Promise<Analysis>;
  endAnalysis(job: string): Promise<void>;
}

export const server: Study = {
  position: ({ game, setup, moves }, viewer) =>
    post('/position', { game, setup, moves, ...(viewer === null ? {} : { viewer }) }),
  evaluate: async (spot, seconds, lines) =>
    (await post<{ lines: EngineLine[] }>('/evaluate', { ...spot, seconds, lines })).lines,
  watch,
  read: (text) => post('/record/read', { text }),
  write: (tree) => post('/record/write', tree),
  analyse: async (wish) => (await post<{ job: string }>('/analysis', wish)).job,
  analysis: (job) => get(`/analysis/${job}`),
  endAnalysis: (job) => remove(`/analysis/${job}`),
};

async function* watch(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncGenerator<EngineLine[]> {
  // A connection that breaks is told like any other answer of the server.
  const lost = (): never => {
    throw new ApiError(0, { key: 'client.offline', text: 'the server cannot be reached', clause: null, args: {} });
  };
  await greeted();
  const answer = await fetch('/api/watch', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...spot, seconds, lines }),
    signal: stop,
  }).catch(lost);
  if (!answer.ok || !answer.body) {
    const { error } = (await answer.json()) as { error: Refusal };
    throw new ApiError(answer.status, error);
  }
  const events = splitter();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read().catch(lost); !part.done; part = await reader.read().catch(lost)) {
    for (const data of events(part.value)) yield (JSON.parse(data) as { lines: EngineLine[] }).lines;
  }
}

/** Cuts a stream of server-sent events into their data, however the parts arrive. */
export function splitter(): (part: string) => string[] {
  let rest = '';
  return (part) => {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const data = block.split('\n').filter((line) => line.startsWith('data:'));
      return data.length > 0 ? [data.map((line) => line.slice(5).trim()).join('\n')] : [];
    });
  };
}
