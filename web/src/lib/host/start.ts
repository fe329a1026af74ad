import { makeTable } from '../api/http';
import type { NewTable, SeatWish } from '../api/types';
import { tableAddress } from '../table/address';
import { shownInvitation } from '../table/invitation';
import { wake } from './here.svelte';
import { visitor } from './line';
import { leftToServer } from './think';

const HERE: SeatWish['kind'][] = ['me', 'device', 'engine'];

/** Who adds to the deal is settled by the host. */
type TableWish = Omit<NewTable, 'gives_nonce'>;

/** Whether a table needs nobody and nothing from outside. */
const alone = ({ seats, rated }: TableWish): boolean =>
  !rated && seats.every(({ kind }) => HERE.includes(kind)) && !(leftToServer() && seats.some(({ kind }) => kind === 'engine'));

/** Makes a table and answers with its address: on this device if it can be, else on the server. */
export async function startTable(wish: TableWish): Promise<string> {
  const host = alone(wish) ? await wake() : null;
  if (host) return tableAddress(await host.make({ ...wish, gives_nonce: false }, visitor()));
  const made = await makeTable(wish);
  return tableAddress(made.id, shownInvitation(made.id, made.invite));
}
