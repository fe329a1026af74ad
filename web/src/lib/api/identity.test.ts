import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Me } from './types';

/** What the tabs of the browser share. */
const { kept } = vi.hoisted(() => ({ kept: new Map<string, string>() }));
vi.mock('idb-keyval', () => ({
  update: async (key: string, next: (old?: string) => string) => void kept.set(key, next(kept.get(key))),
  del: async (key: string) => void kept.delete(key),
}));

type Identity = typeof import('./identity.svelte');

const person = (id: string, kind: Me['kind'] = 'guest'): Me => ({ id, name: id, kind, games: 0 });

/** A server that makes guests of keys, as the real one does, and a browser whose tabs share its cookies. */
class World {
  cookie: string | null = null;
  keepsCookies = true;
  made: string[] = [];
  calls: string[] = [];

  fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method} ${address}`;
    this.calls.push(call);
    const brought = this.cookie;
    let now = brought;
    if (call === 'POST /api/me' && !brought) {
      const { key } = JSON.parse(String(init.body)) as { key: string };
      now = `guest of ${key}`;
      if (!this.made.includes(now)) this.made.push(now);
    }
    if (call === 'POST /api/login') now = 'ada';
    if (this.keepsCookies && init.method === 'POST') this.cookie = now;
    const known = now !== null;
    const body = known
      ? person(now!, now === 'ada' ? 'account' : 'guest')
      : { error: { key: 'person.unknown', text: '', clause: null, args: {} } };
    return new Response(JSON.stringify(body), { status: known ? 200 : 401, headers: { 'Content-Type': 'application/json' } });
  };

  /** Another tab: its own copy of the module. */
  async tab(locks: boolean): Promise<Identity> {
    vi.stubGlobal('fetch', this.fetch);
    vi.stubGlobal('navigator', locks ? { locks: this.#locks } : {});
    vi.resetModules();
    return import('./identity.svelte');
  }
  #queue: Promise<unknown> = Promise.resolve();
  #locks = {
    request: <T>(_: string, run: () => Promise<T>): Promise<T> => {
      const turn = this.#queue.then(run);
      this.#queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

let world: World;
beforeEach(() => {
  world = new World();
  kept.clear();
});
const ask = (): Promise<Response> => fetch('/api/tables', { method: 'GET' });
async function asked(): Promise<string> {
  const { request } = await import('./request');
  return (await request<Me>('GET', '/tables')).id;
}

describe('who this browser is', () => {
  it('is asked once, however many want to know', async () => {
    const { settled, known, identity } = await world.tab(true);
    await Promise.all([settled(), settled(), known(ask), known(ask)]);
    expect(world.calls.filter((call) => call === 'POST /api/me')).toHaveLength(1);
    expect(world.calls[0]).toBe('POST /api/me');
    expect(identity.me?.id).toBe(world.made[0]);
    expect(kept.size).toBe(0);
  });

  it.each([
    ['with locks, one after the other', true],
    ['without locks, by one key', false],
  ])('is one guest in several tabs: %s', async (_, locks) => {
    const tabs = [await world.tab(locks), await world.tab(locks), await world.tab(locks)];
    const all = await Promise.all(tabs.map((tab) => tab.settled()));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(world.made).toHaveLength(1);
    expect(world.calls).toHaveLength(3);
  });

  it('is the same guest when the first answer was lost', async () => {
    const { settled } = await world.tab(true);
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      await world.fetch(address, init);
      world.cookie = null;
      throw new TypeError('cut');
    });
    await expect(settled()).rejects.toMatchObject({ refusal: { key: 'client.offline' } });
    vi.stubGlobal('fetch', world.fetch);
    await settled();
    expect(world.made).toHaveLength(1);
  });

  it('is settled again, once, when the server knows us no more', async () => {
    const { known, identity } = await world.tab(true);
    await known(asked);
    world.cookie = null;
    const [one, two] = await Promise.all([known(asked), known(asked)]);
    expect(one).toBe(two);
    expect(world.calls.filter((call) => call === 'POST /api/me')).toHaveLength(2);
    expect(identity.changes).toBe(1);
  });

  it('is nobody in a browser that keeps no cookies, which is said and not tried for ever', async () => {
    world.keepsCookies = false;
    const { known } = await world.tab(true);
    await expect(known(asked)).rejects.toMatchObject({ refusal: { key: 'client.cookies' } });
    const before = world.calls.length;
    await expect(known(asked)).rejects.toMatchObject({ refusal: { key: 'client.cookies' } });
    expect(world.calls).toHaveLength(before);
  });

  it.each([true, false])('is not settled while a login is on its way (locks: %s)', async (locks) => {
    const { become, known, identity, settled } = await world.tab(locks);
    await settled();
    let answer: () => void = () => undefined;
    const login = become(async () => {
      // The server has taken the guest for the account; its answer is still under way.
      world.cookie = null;
      await new Promise<void>((done) => (answer = done));
      await fetch('/api/login', { method: 'POST' });
    });
    const meanwhile = known(asked);
    await vi.waitFor(() => expect(world.calls.at(-1)).toBe('GET /api/tables'));
    answer();
    await Promise.all([login, meanwhile]);
    expect(identity.me?.id).toBe('ada');
    expect(world.made).toHaveLength(1);
  });

  it('waits for a login of another tab, and becomes somebody new if none comes', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const comes of [true, false]) {
      const { settled } = await world.tab(false);
      let refused = 0;
      vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
        const { anew } = JSON.parse(String(init.body)) as { anew?: boolean };
        if ((comes && refused === 3) || anew) return world.fetch(address, init);
        refused += 1;
        const error = { key: 'person.cookie-used', text: '', clause: null, args: {} };
        return new Response(JSON.stringify({ error }), { status: 409, headers: { 'Content-Type': 'application/json' } });
      });
      world.cookie = comes ? 'ada' : null;
      const found = settled();
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await found).kind).toBe(comes ? 'account' : 'guest');
      expect(refused).toBe(comes ? 3 : 20);
    }
  });

  it('is told to the other tabs when it changes', async () => {
    const one = await world.tab(true);
    const two = await world.tab(true);
    await Promise.all([one.settled(), two.settled()]);
    const deaf = [one.listen(), two.listen()];
    await one.become(() => fetch('/api/login', { method: 'POST' }));
    await vi.waitFor(() => expect(two.identity.me?.id).toBe('ada'));
    expect(two.identity.changes).toBe(1);
    expect((await two.settled()).kind).toBe('account');
    deaf.forEach((stop) => stop());
  });
});
