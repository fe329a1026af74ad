import { ApiError, get, greeted, post, remove } from '../api/http';
import type { GameKey, Refusal, View } from '../api/types';
import type { RecordNode } from './tree';

/** What the server says about positions and records: docs/socket.md. */

export interface Tag {
  name: string;
  value: string;
}
export interface RecordTree {
  tags: Tag[];
  comments: string[];
  nodes: RecordNode[];
}
export interface ReadRecord {
  game: GameKey;
  setup: string;
  seats: number;
  tree: RecordTree;
}
export interface Shown {
  view: View;
  /** The value of the option `from`. */
  position: string;
}
export interface EngineLine {
  score: { winrate: number; text?: string };
  depth: number;
  nodes: number;
  pv: string[];
}
export type Mark = 'slip' | 'mistake' | 'blunder';
export interface AnalysedPly {
  ply: number;
  seat: number;
  played: string;
  /** What the best action was worth to the seat that acted. */
  score: { winrate: number };
  best: string | null;
  pv: string[];
  loss: number;
  mark: Mark | null;
}
export interface Analysis {
  state: 'queued' | 'running' | 'done' | 'failed';
  done: number;
  of: number;
  plies: AnalysedPly[];
}

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
