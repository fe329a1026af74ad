import { get, post, remove } from '../api/http';
import { known } from '../api/identity.svelte';
import { offline } from '../api/refusal';
import { send } from '../api/request';
import type { Analysis, EngineLine, Evaluated, Explained, ReadRecord, RecordTree, Shown, Started } from '../api/types';
import { ask, explain, type Spot } from '../host/ask';
import { analysedHere, analyseHere, endAnalysisHere, evaluateHere, thinksHere, watchHere } from '../host/think';

export type { Spot };

/** Everything a review asks, so that tests can answer instead. */
export interface Study {
  position(spot: Spot, viewer: number | null): Promise<Shown>;
  explain(spot: Spot, pressed: string[]): Promise<Explained>;
  evaluate(spot: Spot, seconds: number, lines: number): Promise<EngineLine[]>;
  watch(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncIterable<EngineLine[]>;
  read(text: string): Promise<ReadRecord>;
  write(tree: RecordTree): Promise<string>;
  analyse(wish: { table: string } | { record: string }): Promise<string>;
  analysis(job: string): Promise<Analysis>;
  endAnalysis(job: string): Promise<void>;
}

/** What is asked of this device, and of the server where this device cannot. */
export const study: Study = {
  position: ({ game, setup, moves }, viewer) => ask('/position', { game, setup, moves, ...(viewer === null ? {} : { viewer }) }),
  explain,
  evaluate: async (spot, seconds, lines) =>
    (await thinksHere()) ? evaluateHere(spot, seconds, lines) : (await post<Evaluated>('/evaluate', { ...spot, seconds, lines })).lines,
  watch,
  read: (text) => ask('/record/read', { text }),
  write: (tree) => ask('/record/write', tree),
  analyse,
  analysis: async (job) => (job === HERE && analysedHere()) || get(`/analysis/${job}`),
  endAnalysis: async (job) => (job === HERE ? endAnalysisHere() : remove(`/analysis/${job}`)),
};

/** The one job of this device. */
const HERE = 'here';

async function analyse(wish: { table: string } | { record: string }): Promise<string> {
  if (!(await thinksHere())) return (await post<Started>('/analysis', wish)).job;
  analyseHere('record' in wish ? wish.record : await get<string>(`/tables/${wish.table}/record`));
  return HERE;
}

async function* watch(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncGenerator<EngineLine[]> {
  if (await thinksHere()) return yield* watchHere(spot, seconds, lines, stop);
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
