import { reach } from './reach.svelte';

export type Status = 'connecting' | 'live' | 'cut' | 'closed';

/** The part of WebSocket that is used, so that tests can bring their own. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Ports {
  /** Waited for before each opening. */
  ready(): Promise<unknown>;
  open(): Line;
  opened?(): void;
  heard(text: string): void;
  status?(status: Status): void;
  /** Asked when a socket could not be opened, of which a browser tells no reason: true if it is no use to try again. */
  hopeless?(): Promise<boolean>;
}

/** A socket of the server; its path begins with `/`. */
export const openSocket = (path: string): Line => new WebSocket(`${location.origin.replace('http', 'ws')}/api${path}`) as unknown as Line;

/** A socket kept open: opened once it may be, and again after each cut. */
export class Connection {
  #line: Line | null = null;
  #open = false;
  #closed = false;
  /** Since something was heard. */
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ports: Ports) {
    ports.status?.('connecting');
    void this.#connect();
  }

  /** Says something now; false if there is nobody to hear it. */
  send(text: string): boolean {
    if (this.#open) this.#line?.send(text);
    return this.#open;
  }

  /** Tries at once instead of waiting: the browser is online again, or the page is looked at. */
  wake(): void {
    if (this.#timer !== undefined) void this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#line?.close();
    this.#line = null;
    this.#open = false;
    this.ports.status?.('closed');
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.ports.ready();
    } catch {
      return this.#lost();
    }
    if (this.#closed) return;
    const line = (this.#line = this.ports.open());
    line.onopen = () => {
      if (this.#line !== line) return;
      this.#open = true;
      if (this.#tries > 0) reach.returns += 1;
      this.ports.status?.('live');
      this.ports.opened?.();
    };
    line.onmessage = (event) => {
      if (this.#line !== line) return;
      this.#tries = 0;
      this.ports.heard(String(event.data));
    };
    line.onclose = () => {
      if (this.#line === line) void this.#lost();
    };
  }

  async #lost(): Promise<void> {
    const opened = this.#open;
    this.#line = null;
    this.#open = false;
    if (this.#closed) return;
    this.ports.status?.('cut');
    if (!opened && (await this.ports.hopeless?.())) return this.close();
    if (this.#closed) return;
    // 250 ms, then twice as long each time up to 8 s, with a little spread so that a restart is not stormed.
    const wait = Math.min(8000, 250 * 2 ** this.#tries) * (0.8 + 0.4 * Math.random());
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.#connect(), wait);
  }
}
