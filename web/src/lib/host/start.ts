import { makeTable } from '../api/http';
import type { NewTable, SeatWish } from '../api/types';
import { tableAddress } from '../table/address';
import { wake } from './here.svelte';
import { visitor } from './line';
import { leftToServer } from './think';

const HERE: SeatWish['kind'][] = ['me', 'device', 'engine'];

/** Whether a table needs nobody and nothing from outside. */
const alone = ({ seats, rated }: NewTable): boolean =>
  !rated && seats.every(({ kind }) => HERE.includes(kind)) && !(leftToServer() && seats.some(({ kind }) => kind === 'engine'));

/** Makes a table and answers with its address: on this device if it can be, else on the server. */
export async function startTable(wish: NewTable): Promise<string> {
  const host = alone(wish) ? await wake() : null;
  if (host) return tableAddress(await host.make(wish, visitor()));
  const made = await makeTable(wish);
  return tableAddress(made.id, made.invite);
}
