import { get, post, remove } from '../api/http';
import { known } from '../api/identity.svelte';
import { offline, request, send } from '../api/request';
import type { Analysis, EngineLine, Evaluated, GameKey, ReadRecord, RecordTree, Refusal, Shown, Started } from '../api/types';
import { whyNot } from '../table/position.svelte';

export interface Spot {
  game: GameKey;
  setup: string;
  moves: string[];
}

/** Everything a review asks, so that tests can answer instead. */
export interface Study {
  position(spot: Spot, viewer: number | null): Promise<Shown>;
  explain(spot: Spot, pressed: string[]): Promise<Refusal | null>;
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
    request('POST', '/position', { game, setup, moves, ...(viewer === null ? {} : { viewer }) }),
  explain: whyNot,
  evaluate: async (spot, seconds, lines) => (await post<Evaluated>('/evaluate', { ...spot, seconds, lines })).lines,
  watch,
  read: (text) => request('POST', '/record/read', { text }),
  write: (tree) => request('POST', '/record/write', tree),
  analyse: async (wish) => (await post<Started>('/analysis', wish)).job,
  analysis: (job) => get(`/analysis/${job}`),
  endAnalysis: (job) => remove(`/analysis/${job}`),
};

async function* watch(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncGenerator<EngineLine[]> {
  const answer = await known(() => send('POST', '/watch', { ...spot, seconds, lines }, stop));
  if (!answer.body) throw offline();
  const events = splitter();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const next = () =>
    reader.read().catch(() => {
      throw offline();
    });
  for (let part = await next(); !part.done; part = await next()) {
    for (const data of events(part.value)) yield (JSON.parse(data) as Evaluated).lines;
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
