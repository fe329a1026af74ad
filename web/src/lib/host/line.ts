import type { Line } from '../api/connection';
import { identity } from '../api/identity.svelte';
import { ApiError, failure } from '../api/refusal';
import type { Refusal } from '../api/types';
import type { Access } from '../table/model.svelte';
import { attach, detach, restart, wake } from './here.svelte';
import type { Visitor } from './wire';

/** Whoever is at this browser; the server need not know them, and then they have no name. */
export const visitor = (): Visitor => ({ id: 'here', name: identity.me?.name ?? '', account: false });

/** The line to a table of this browser. */
class LocalLine implements Line {
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;

  constructor(
    private readonly id: string,
    private readonly failed: (why: Refusal) => void,
  ) {
    attach(id, this);
    void this.#open();
  }

  send(text: string): void {
    wake()
      .then((host) => host?.say(this.id, text))
      .catch((error: unknown) => this.#broken(error));
  }
  /** Also where the other end has gone: whoever listens is told, and opens another. */
  close(): void {
    detach(this.id, this);
    this.onclose?.();
  }

  /** A fault, which a refusal is not: the table is opened anew from what is kept. */
  #broken(error: unknown): void {
    console.error(error);
    restart();
    this.close();
  }

  async #open(): Promise<void> {
    try {
      const host = await wake();
      if (!host) throw failure('module', 'the rules could not be loaded');
      await host.open(this.id, visitor());
      this.onopen?.();
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      this.failed((error instanceof ApiError ? error : failure('module', String(error))).refusal);
      this.close();
    }
  }
}

/** A table that this browser hosts itself, by its id. */
export function accessHere(id: string): Access {
  let why: Refusal | null = null;
  return {
    ready: async () => undefined,
    open: () => new LocalLine(id, (refusal) => (why = refusal)),
    refused: async () => why,
  };
}
