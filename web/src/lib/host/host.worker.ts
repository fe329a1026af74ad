import { body, load, seed, type Module } from './module';
import { connect, type End, type Remote } from './port';
import { tableStore, type TableStore } from './store';
import { Tables } from './tables';
import type { HostCalls, PageCalls } from './wire';

let module: Module;
let tables: Tables;
const channel = new BroadcastChannel('ludarium.tables');

/** What is kept is told to the other tabs, where the same table may be open. */
const told: TableStore = {
  ...tableStore,
  put: (id, kept) =>
    tableStore.put(id, kept).then((mine) => {
      if (mine) channel.postMessage(id);
      return mine;
    }),
  drop: (id) => tableStore.drop(id).then(() => channel.postMessage(id)),
};

const page: Remote<PageCalls> = connect(self as unknown as End, {
  load(compiled) {
    module = load(compiled);
    tables = new Tables(module, told, page);
    channel.onmessage = ({ data }: MessageEvent<string>) => void tables.again(data);
  },
  ask: (path, question) => body(module.ask(path, question, seed())),
  make: (...args) => tables.make(...args),
  open: (...args) => tables.open(...args),
  say: (...args) => tables.say(...args),
  found: (...args) => tables.found(...args),
  close: (...args) => tables.close(...args),
  record: (...args) => tables.record(...args),
  finished: (...args) => tables.finished(...args),
  drop: (...args) => tables.drop(...args),
} satisfies HostCalls);
