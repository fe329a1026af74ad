import { get, records } from '$lib/api/http';
import { settled } from '$lib/api/identity.svelte';
import type { Bot, Session } from '$lib/api/types';

export async function load() {
  const me = await settled();
  const account = me.kind === 'account';
  const [history, sessions, bots] = await Promise.all([
    records(me.name),
    account ? get<Session[]>('/sessions') : [],
    account ? get<Bot[]>('/bots') : [],
  ]);
  return { me, history, sessions, bots };
}
