import { get } from '../api/http';
import type { ReadRecord, Shown } from '../api/types';
import { ask } from '../host/ask';
import { textHere } from '../host/record';
import { startTable } from '../host/start';
import { from } from '../review/setup';
import { isHere } from '../table/address';
import type { TableModel } from '../table/model.svelte';

/** The record file of a game that is over. */
export const recordOf = (id: string): Promise<string> => (isHere(id) ? textHere(id) : get<string>(`/tables/${id}/record`));

/** Makes a table that begins where the first `plies` actions of a game led, with the same seats; answers with its address. */
export async function playFrom({ table, mine, moves }: TableModel, plies: number): Promise<string> {
  const { id, game, seats, reply_seconds } = table!;
  // After the end a record has all of the set-up, what was hidden too.
  const { setup } = await ask<ReadRecord>('/record/read', { text: await recordOf(id) });
  const { position } = await ask<Shown>('/position', { game, setup, moves: moves.slice(0, plies) });
  return startTable({
    game,
    setup: from(setup, position),
    seats: seats.map(({ seat, level }) => (mine.includes(seat) ? { kind: 'me' } : { kind: 'engine', level: level ?? 0 })),
    clock: { kind: 'none' },
    reply_seconds,
    rated: false,
    private: true,
  });
}
