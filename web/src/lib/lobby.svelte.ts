import { Connection, openSocket } from './api/connection';
import { settled } from './api/identity.svelte';
import type { LobbyMessage, Table } from './api/types';

/** The open tables, live. */
export class Lobby {
  tables: Table[] = $state.raw([]);
  readonly #connection = new Connection({
    ready: settled,
    open: () => openSocket('/lobby/socket'),
    heard: (text) => this.#heard(JSON.parse(text) as LobbyMessage),
  });

  close(): void {
    this.#connection.close();
  }

  #heard(message: LobbyMessage): void {
    if (message.type === 'tables') this.tables = message.tables;
    else if (message.type === 'gone') this.tables = this.tables.filter((table) => table.id !== message.id);
    else this.tables = [message.table, ...this.tables.filter((table) => table.id !== message.table.id)];
  }
}
