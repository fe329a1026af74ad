import { SvelteMap } from 'svelte/reactivity';
import { Connection, type Line, type Status } from '../api/connection';
import type { Command, Explained, Refusal, ServerMessage } from '../api/types';

export type Answer = { ok: true; n: number } | { ok: false; error: Refusal };
type Told = Answer | (Explained & { ok: true });

interface Waiting {
  text: string;
  done(answer: Told): void;
}

export interface Ports {
  ready(): Promise<unknown>;
  open(since: number): Line;
  heard(message: ServerMessage): void;
  status(status: Status): void;
  hopeless(): Promise<boolean>;
}

/** How long a table that was left is still brought what was not answered. */
const FAREWELL = 30_000;

/**
 * The socket of a table: after a cut it asks for what came after the last event it has,
 * and says again what was not yet answered (the server does nothing twice for the same id).
 */
export class TableSocket {
  #since = 0;
  #count = 0;
  #left = false;
  readonly #prefix = Math.random().toString(36).slice(2, 8);
  readonly #waiting = new SvelteMap<string, Waiting>();
  readonly #connection: Connection;

  constructor(private readonly ports: Ports) {
    this.#connection = new Connection({
      ready: ports.ready,
      open: () => ports.open(this.#since),
      opened: () => this.#waiting.forEach(({ text }) => this.#connection.send(text)),
      heard: (text) => this.#hear(JSON.parse(text) as ServerMessage),
      status: ports.status,
      hopeless: ports.hopeless,
    });
  }

  /** Whether something was said that has not been answered. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  send(command: Command): Promise<Answer> {
    return this.#ask(command) as Promise<Answer>;
  }

  /** What a press means. */
  async explain(seat: number, pressed: string[]): Promise<Explained> {
    const answer = await this.#ask({ type: 'explain', seat, pressed });
    if (!answer.ok) return { refusal: answer.error, meant: null };
    return 'meant' in answer ? answer : { refusal: null, meant: null };
  }

  wake(): void {
    this.#connection.wake();
  }

  /** Hears no more. What is under way is still brought to the server, so that leaving a page loses nothing. */
  close(): void {
    this.#left = true;
    if (this.busy) setTimeout(() => this.#connection.close(), FAREWELL);
    else this.#connection.close();
  }

  #ask(command: Command): Promise<Told> {
    const id = `${this.#prefix}${++this.#count}`;
    const text = JSON.stringify({ ...command, id });
    return new Promise((done) => {
      this.#waiting.set(id, { text, done });
      this.#connection.send(text);
    });
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
      case 'event':
        // After a reconnection an event may come twice.
        if (message.type === 'event' && message.n <= this.#since) return;
        this.#since = message.n;
        if (!this.#left) this.ports.heard(message);
        break;
      case 'presence':
        if (!this.#left) this.ports.heard(message);
        break;
      case 'ack':
        this.#answer(message.id, { ok: true, n: message.n });
        break;
      case 'refused':
        this.#answer(message.id, { ok: false, error: message.error });
        break;
      case 'explained':
        this.#answer(message.id, { ok: true, refusal: message.refusal, meant: message.meant });
    }
  }

  #answer(id: string, answer: Told): void {
    this.#waiting.get(id)?.done(answer);
    this.#waiting.delete(id);
    if (this.#left && !this.busy) this.#connection.close();
  }
}
