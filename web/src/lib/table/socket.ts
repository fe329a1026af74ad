import type { Command, Refusal, ServerMessage } from '../api/types';

export type Answer = { ok: true; n: number } | { ok: false; error: Refusal };
export type Status = 'connecting' | 'live' | 'cut' | 'closed';

/** The part of WebSocket that is used, so that tests can bring their own. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; wasClean: boolean }) => void) | null;
}

interface Waiting {
  text: string;
  done(answer: Answer | { ok: true; refusal: Refusal | null }): void;
}

export interface Ports {
  open(since: number): Line;
  heard(message: ServerMessage): void;
  status(status: Status): void;
  later?(run: () => void, ms: number): unknown;
  cancel?(timer: unknown): void;
}

/**
 * The socket of a table, kept alive: after a cut it connects again with the number of the last event it has,
 * and says again what was not yet answered (the server does nothing twice for the same id).
 */
export class TableSocket {
  #line: Line | null = null;
  #open = false;
  #closed = false;
  #since = 0;
  #tries = 0;
  #timer: unknown = null;
  #count = 0;
  readonly #prefix = Math.random().toString(36).slice(2, 8);
  readonly #waiting = new Map<string, Waiting>();

  constructor(private readonly ports: Ports) {
    this.#connect();
  }

  /** The last event number that has been heard. */
  get since(): number {
    return this.#since;
  }

  send(command: Command): Promise<Answer> {
    return this.#ask(command) as Promise<Answer>;
  }

  /** Why an action would be refused; null if it would not. */
  async explain(seat: number, t: string): Promise<Refusal | null> {
    const answer = await this.#ask({ type: 'explain', seat, t });
    if (!answer.ok) return answer.error;
    return 'refusal' in answer ? answer.refusal : null;
  }

  /** Tries at once instead of waiting: the browser is online again, or the page is looked at. */
  wake(): void {
    if (this.#closed || this.#line) return;
    this.#cancel();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#line?.close();
    this.#line = null;
    this.ports.status('closed');
  }

  #ask(command: Command): Promise<Answer | { ok: true; refusal: Refusal | null }> {
    const id = `${this.#prefix}${++this.#count}`;
    const text = JSON.stringify({ ...command, id });
    return new Promise((done) => {
      this.#waiting.set(id, { text, done });
      if (this.#open) this.#line?.send(text);
    });
  }

  #connect(): void {
    this.ports.status(this.#tries === 0 ? 'connecting' : 'cut');
    const line = this.ports.open(this.#since);
    this.#line = line;
    line.onopen = () => {
      if (this.#line !== line) return;
      this.#open = true;
      if (this.#since > 0) this.ports.status('live');
      for (const { text } of this.#waiting.values()) line.send(text);
    };
    line.onmessage = (event) => {
      if (this.#line === line) this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    line.onclose = () => {
      if (this.#line !== line) return;
      this.#line = null;
      this.#open = false;
      if (this.#closed) return;
      this.ports.status('cut');
      // 250 ms, then twice as long each time up to 8 s, with a little spread so that a restart is not stormed.
      const wait = Math.min(8000, 250 * 2 ** this.#tries) * (0.8 + 0.4 * Math.random());
      this.#tries += 1;
      const later = this.ports.later ?? ((run, ms) => setTimeout(run, ms));
      this.#timer = later(() => this.#connect(), wait);
    };
  }

  #cancel(): void {
    const cancel = this.ports.cancel ?? ((timer) => clearTimeout(timer as ReturnType<typeof setTimeout>));
    if (this.#timer !== null) cancel(this.#timer);
    this.#timer = null;
  }

  #hear(message: ServerMessage): void {
    this.#tries = 0;
    this.ports.status('live');
    switch (message.type) {
      case 'state':
        this.#since = message.n;
        this.ports.heard(message);
        break;
      case 'event':
        // After a reconnection an event may come twice.
        if (message.n <= this.#since) return;
        this.#since = message.n;
        this.ports.heard(message);
        break;
      case 'ack':
        this.#answer(message.id, { ok: true, n: message.n });
        break;
      case 'refused':
        this.#answer(message.id, { ok: false, error: message.error });
        break;
      case 'explained':
        this.#answer(message.id, { ok: true, refusal: message.refusal });
        break;
      case 'presence':
        this.ports.heard(message);
    }
  }

  #answer(id: string, answer: Answer | { ok: true; refusal: Refusal | null }): void {
    this.#waiting.get(id)?.done(answer);
    this.#waiting.delete(id);
  }
}
