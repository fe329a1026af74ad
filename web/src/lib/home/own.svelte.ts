import { SvelteMap } from 'svelte/reactivity';
import { tables } from '../api/http';
import { settled } from '../api/identity.svelte';
import { reach } from '../api/reach.svelte';
import { refused } from '../api/refusal';
import type { Refusal, Table, View } from '../api/types';
import { dropHere } from '../host/record';
import { all } from '../host/store';
import { SITE } from '../host/site';
import { isHere } from '../table/address';
import { leave, viewOf } from './visit';

/** A running game of one's own. */
export interface OwnGame {
  table: Table;
  /** When something last happened there, as far as it is known here. */
  changed: number;
  view: View | null;
}

/** How often the server is asked how its games stand, in milliseconds. */
const AGAIN = 5_000;
/** How many games of the server are looked at: each look is a connection. */
const LOOKED = 8;

/** The running games of whoever is here: those that this browser keeps, and those at the server. */
export class OwnGames {
  here: OwnGame[] = $state.raw([]);
  #there: { table: Table; changed: number }[] = $state.raw([]);
  readonly #views = new SvelteMap<string, View>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** The one that changed last comes first. */
  get running(): OwnGame[] {
    const there = this.#there.map(({ table, changed }) => ({ table, changed, view: this.#views.get(table.id) ?? null }));
    return [...this.here, ...there].sort((a, b) => b.changed - a.changed);
  }

  /** Looks, and goes on looking at what is played at the server while the page is seen. */
  async look(): Promise<Refusal | null> {
    clearTimeout(this.#timer);
    await this.#lookHere();
    const trouble = SITE ? null : await this.#lookThere();
    if (!this.#closed && this.#there.length > 0) this.#timer = setTimeout(() => void this.#again(), AGAIN);
    return trouble;
  }
  async #again(): Promise<void> {
    if (!document.hidden) await this.look();
    else this.#timer = setTimeout(() => void this.#again(), AGAIN);
  }

  async #lookHere(): Promise<void> {
    const kept = (await all()).filter(({ table }) => table.state === 'live');
    this.here = kept.map(({ table, changed, view }) => ({ table, changed, view: view ?? null }));
  }

  async #lookThere(): Promise<Refusal | null> {
    try {
      const [running, open] = await Promise.all([tables('mine=true&state=live'), tables('mine=true&state=open')]);
      // A table that begins between the two answers is in both.
      const found = [...running, ...open.filter((table) => !running.some(({ id }) => id === table.id))];
      const before = new Map(this.#there.map((game) => [game.table.id, game]));
      this.#there = found.map((table) => {
        const known = before.get(table.id);
        if (!known) return { table, changed: Date.parse(table.created) };
        return { table, changed: known.table.ply === table.ply ? known.changed : Date.now() };
      });
      const looked = found.filter((table) => this.#views.get(table.id)?.ply !== table.ply).slice(0, LOOKED);
      await Promise.all(
        looked.map(async ({ id }) => {
          const view = await viewOf(id);
          if (view) this.#views.set(id, view);
        }),
      );
      return null;
    } catch (error) {
      // That the server is away is told above.
      return reach.away ? null : refused(error);
    }
  }

  /** Drops a game: one of this browser is forgotten, one at the server is called off or resigned. */
  async drop(id: string): Promise<Refusal | null> {
    if (isHere(id)) await dropHere(id);
    else {
      await settled();
      const refusal = await leave(id);
      if (refusal) return refusal;
    }
    return this.look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
