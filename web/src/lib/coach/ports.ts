import { post } from '../api/http';
import type { Advice, Table } from '../api/types';
import { ask } from '../host/ask';
import { tableStore } from '../host/store';
import { study } from '../review/api';
import { isHere } from '../table/address';
import type { CoachPorts } from './coach.svelte';

/** The whole set-up of a game of this browser, with what is hidden: whoever asks with it is answered by what the seat to act knows. */
async function setupOf({ id, setup }: Table): Promise<string> {
  const saved = JSON.parse((await tableStore.get(id))?.saved ?? '{}') as { info?: { setup?: string } };
  return saved.info?.setup ?? setup;
}

/** The rules and the engine of this device, and the server for its tables. */
export const ports: CoachPorts = {
  async advise({ table, moves }, action) {
    const about = action === null ? {} : { action };
    if (!table) return { threat: null, warning: null };
    if (!isHere(table.id)) return post<Advice>('/coach', { table: table.id, ...about });
    return ask<Advice>('/coach', { game: table.game, setup: await setupOf(table), moves, ...about });
  },
  async best({ table, moves }) {
    if (!table) return null;
    const setup = isHere(table.id) ? await setupOf(table) : table.setup;
    const [line] = await study.evaluate({ game: table.game, setup, moves }, 1, 1);
    return line?.pv[0] ?? null;
  },
};
