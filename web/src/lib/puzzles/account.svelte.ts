import { get, post } from '../api/http';
import { identity, settled } from '../api/identity.svelte';
import { reach } from '../api/reach.svelte';
import { ApiError } from '../api/refusal';
import { SITE } from '../host/site';
import { add, belong, forget, progress, whenKept } from './kept.svelte';
import { merged, pieces, unknownTo, type Progress } from './progress';

/** What the account has, as far as this tab knows. */
let there: { account: string; progress: Progress } | null = null;
/** Whether other devices may have added to it since. */
let stale = true;

let running: Promise<void> = Promise.resolve();
/** Adds what this device knows to the account of whoever is signed in, and what that has from other devices here. */
export function sync(): Promise<void> {
  running = running.then(exchange).catch((error: unknown) => {
    // What does not work now is tried again when something is kept, the server comes back or somebody signs in.
    if (!(error instanceof ApiError)) console.error(error);
  });
  return running;
}

async function exchange(): Promise<void> {
  if (SITE) return;
  const { id, kind } = await settled();
  const account = kind === 'account' ? id : '';
  const left = await belong(account);
  // Whoever signs out takes along what is in the account.
  if (left && there?.account === left.account && [...pieces(unknownTo(there.progress, left.progress))].length === 0)
    await forget(left.account);
  if (!account) return;
  if (there?.account !== account || stale) {
    stale = false;
    there = { account, progress: await get<Progress>('/me/puzzles') };
    await add(there.progress);
  }
  for (const piece of pieces(unknownTo(there.progress, progress()))) {
    await post('/me/puzzles', piece);
    there = { account, progress: merged(there.progress, piece) };
  }
}

/** Asks again what other devices have added. */
function anew(): void {
  stale = true;
  void sync();
}

whenKept(() => void sync());
if (!SITE) {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && anew());
  $effect.root(() => {
    // Somebody signs in or out, or the server comes back.
    $effect(() => {
      void [reach.returns, identity.me?.id, identity.me?.kind];
      anew();
    });
  });
}
