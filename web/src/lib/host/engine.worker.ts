import type { Analysis, Attempted, Evaluated } from '../api/types';
import { asked, load, searched, type Module } from './module';
import { connect, type End, type Remote } from './port';
import type { EngineCalls, ThinkerCalls, Thought } from './wire';

let module: Module;
// It does not hear while it thinks: whoever wants it to stop ends it.
const page: Remote<ThinkerCalls> = connect(self as unknown as End, {
  load: (compiled) => void (module = load(compiled)),
  async think(wish) {
    const found = (text: string): void => void page.lines((JSON.parse(text) as Evaluated).lines);
    return JSON.parse(await search(() => module.think(JSON.stringify(wish), found))) as Thought;
  },
  analyse: (record) => search(() => module.analyse(JSON.stringify({ record }), (text) => void page.step(JSON.parse(text) as Analysis))),
  attempt: (wish) => JSON.parse(asked(() => module.attempt(JSON.stringify(wish)))) as Attempted,
} satisfies EngineCalls);
const search = <T>(run: () => T): Promise<T> => searched(module, page.network, run);
