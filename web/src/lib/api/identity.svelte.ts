import { del, update } from 'idb-keyval';
import { randomHex } from '../random';
import { ApiError, failure } from './refusal';
import { request } from './request';
import type { Me } from './types';

const NAME = 'ludarium.identity';
/** The other tabs wait as well: whoever is not answered in this many milliseconds lets them try. */
const PATIENCE = 20_000;
/** How often, and how many milliseconds apart, it is asked again while a login may still be on its way. */
const AGAIN = { times: 20, after: 500 };

let me = $state.raw<Me | null>(null);
let changes = $state(0);

/** Who this browser is to the server. */
export const identity = {
  /** null until that is settled. */
  get me(): Me | null {
    return me;
  },
  /** How often it has become somebody else: what was asked for and opened as another person is void. */
  get changes(): number {
    return changes;
  },
};

let asked: Promise<Me> | null = null;
let channel: BroadcastChannel | null = null;

/** The identity, settled: asked for once, however many want to know, and again after a failure. */
export const settled = (): Promise<Me> => asked ?? settle();

function settle(): Promise<Me> {
  const mine: Promise<Me> = alone(ask).then(
    (found) => (asked === mine ? learn(found) : settled()),
    (error: unknown) => {
      if (asked === mine) asked = null;
      throw error;
    },
  );
  return (asked = mine);
}

/**
 * What changes the cookie happens one after the other, so that each brings the cookie that the one before was given: in all tabs,
 * or in each, since locks are not there on plain http.
 */
const alone = <T>(run: () => Promise<T>): Promise<T> => (navigator.locks ? navigator.locks.request(NAME, run) : queued(run));
let last: Promise<unknown> = Promise.resolve();
function queued<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run);
  last = turn.catch(() => undefined);
  return turn;
}

async function ask(tries = AGAIN.times): Promise<Me> {
  const wish = { key: await guestKey(), ...(tries === 0 ? { anew: true } : {}) };
  const found = await request<Me>('POST', '/me', wish, AbortSignal.timeout(PATIENCE)).catch(async (error: unknown) => {
    if (tries === 0) throw error;
    // Another tab has logged in, and the cookie of that is on its way; if it never comes, this was long ago.
    if (is(error, 'person.cookie-used')) await new Promise((done) => setTimeout(done, AGAIN.after));
    // The guest of this key has an account by now; whoever is here has not logged in to it.
    else if (is(error, 'person.key-used')) await forgetKey();
    else throw error;
    return ask(tries - 1);
  });
  void forgetKey();
  return found;
}

/**
 * The same key makes the same guest: it is kept until an answer has come, for the next try and for tabs that ask at the same time.
 * In a database, since what one tab writes into local storage another may not see for a while.
 */
async function guestKey(): Promise<string> {
  let key = randomHex(16);
  await database(() => update<string>(NAME, (kept) => (key = kept ?? key)));
  return key;
}
const forgetKey = (): Promise<void> => database(() => del(NAME));
/** There may be none: then every tab is on its own. */
async function database(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    // Forbidden, or full.
  }
}

function learn(now: Me): Me {
  if (me && (me.id !== now.id || me.kind !== now.kind)) changes += 1;
  me = now;
  return now;
}

const is = (error: unknown, key: string): boolean => error instanceof ApiError && error.refusal.key === key;

/** Does what needs a person. If the server does not know us any more, that is settled again, once. */
export async function known<T>(run: () => Promise<T>): Promise<T> {
  const before = settled();
  await before;
  try {
    return await run();
  } catch (error) {
    if (!is(error, 'person.unknown')) throw error;
  }
  const now = await (asked === before ? settle() : settled());
  channel?.postMessage(now);
  return run().catch((error: unknown) => {
    if (!is(error, 'person.unknown')) throw error;
    const refused = failure('cookies', 'the browser keeps no cookies', 401);
    (asked = Promise.reject(refused)).catch(() => undefined);
    throw refused;
  });
}

/** Does something after which this browser is somebody else, or goes by another name; the other tabs are told. */
export async function become(change: () => Promise<unknown>): Promise<Me> {
  await known(() => alone(change));
  const now = await settle();
  channel?.postMessage(now);
  return now;
}

/** Hears from the other tabs who this browser has become. */
export function listen(): () => void {
  const heard = new BroadcastChannel(NAME);
  heard.onmessage = ({ data }: MessageEvent<Me>) => void (asked = Promise.resolve(learn(data)));
  channel = heard;
  return () => {
    heard.close();
    channel = null;
  };
}
