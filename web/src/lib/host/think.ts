import type { Analysis, Attempt, Attempted, EngineLine } from '../api/types';
import { settings } from '../settings.svelte';
import type { Spot } from './ask';
import { Engine } from './engine';
import { wake } from './here.svelte';
import { SITE } from './site';

/** Whether this person leaves thinking to the server. */
export const leftToServer = (): boolean => !SITE && settings.think === 'server';

/** Whether the engine thinks on this device: it can, and it is not left to the server. */
export const thinksHere = async (): Promise<boolean> => !leftToServer() && (await wake()) !== null;

/** For answers that are waited for, and for lines that are looked at: neither stops the other. */
const judge = new Engine();
const watcher = new Engine();
const analyst = new Engine();
const referee = new Engine();

/** The analysis that is under way here, or was last. */
let analysis: Analysis | null = null;
export function analyseHere(record: string): void {
  analysis = { state: 'queued', done: 0, of: 0, plies: [] };
  analyst
    .analyse(record, (step) => (analysis = step))
    .catch((error: unknown) => {
      console.error(error);
      if (analysis) analysis = { ...analysis, state: 'failed' };
    });
}
export const analysedHere = (): Analysis | null => analysis;
export const endAnalysisHere = (): void => analyst.end();

export const evaluateHere = async (spot: Spot, seconds: number, lines: number): Promise<EngineLine[]> =>
  (await judge.think({ ...spot, seconds, lines })).lines;

/** Answers an attempt at a puzzle, by proof. */
export const answerHere = (wish: Attempt): Promise<Attempted> => referee.attempt(wish);

/** Better and better lines, until the time is over or `stop` says so. */
export async function* watchHere(spot: Spot, seconds: number, lines: number, stop: AbortSignal): AsyncGenerator<EngineLine[]> {
  let latest: EngineLine[] | null = null;
  let over = false;
  let fault: unknown = null;
  let poke = (): void => undefined;
  const end = (why: unknown): void => {
    over = true;
    fault = why;
    poke();
  };
  const found = (value: EngineLine[]): void => {
    latest = value;
    poke();
  };
  stop.addEventListener('abort', () => {
    watcher.end();
    end(null);
  });
  watcher.think({ ...spot, seconds, lines }, found).then((thought) => {
    found(thought.lines);
    end(null);
  }, end);
  while (latest || !over) {
    if (latest) {
      const value: EngineLine[] = latest;
      latest = null;
      yield value;
    } else await new Promise<void>((done) => (poke = done));
  }
  if (fault) throw fault;
}
