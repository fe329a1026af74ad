import { post } from '../api/http';
import { identity } from '../api/identity.svelte';
import { ApiError } from '../api/refusal';
import type { KeptGame } from '../api/types';
import { wake, whenEnded } from './here.svelte';
import { visitor } from './line';
import { noteSent, unsent } from './store';
import { SITE } from './site';

/** What may be otherwise the next time: no answer came, nobody is known, too much was asked, the server is in trouble. */
const passing = (error: ApiError): boolean => [0, 401, 403, 429].includes(error.status) || error.status >= 500;

let sending: Promise<void> = Promise.resolve();
/** Sends the games that were played to their end here to the account of whoever is signed in, one after the other. */
export function sendFinished(): Promise<void> {
  sending = sending.then(send).catch((error: unknown) => {
    // What does not work now is tried again when a game ends, the server comes back or somebody signs in.
    if (!(error instanceof ApiError)) console.error(error);
  });
  return sending;
}

async function send(): Promise<void> {
  // Nobody is made a guest for this.
  if (SITE || identity.me?.kind !== 'account') return;
  const ids = await unsent();
  const host = ids.length > 0 ? await wake() : null;
  for (const id of host ? ids : []) {
    const game = await host?.finished(id, visitor());
    if (game) await noteSent(id, await keep(game));
  }
}

/** The id that the account keeps it by; empty if it never will. */
async function keep(game: unknown): Promise<string> {
  try {
    return (await post<KeptGame>('/records', game)).id;
  } catch (error) {
    if (!(error instanceof ApiError) || passing(error)) throw error;
    return '';
  }
}

whenEnded(() => void sendFinished());
