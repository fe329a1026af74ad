import type { LobbyMessage, Table } from './api/types';

/** The open tables, live. */
export class Lobby {
  tables: Table[] = $state.raw([]);
  #line: WebSocket | null = null;
  #closed = false;
  #wait = 500;

  constructor() {
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#line?.close();
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const line = new WebSocket(`${scheme}://${location.host}/api/lobby/socket`);
    this.#line = line;
    line.onmessage = (event) => {
      this.#wait = 500;
      const message = JSON.parse(String(event.data)) as LobbyMessage;
      if (message.type === 'tables') this.tables = message.tables;
      else if (message.type === 'gone') this.tables = this.tables.filter((table) => table.id !== message.id);
      else this.tables = [message.table, ...this.tables.filter((table) => table.id !== message.table.id)];
    };
    line.onclose = () => {
      if (this.#closed) return;
      setTimeout(() => this.#closed || this.#connect(), this.#wait);
      this.#wait = Math.min(30_000, this.#wait * 2);
    };
  }
}
