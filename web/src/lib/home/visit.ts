import { openSocket } from '../api/connection';
import { settled } from '../api/identity.svelte';
import type { Command, Refusal, ServerMessage, View } from '../api/types';
import { failure } from '../api/refusal';

/** What a visit at a table of the server is for: told each message, it answers once it has what it wanted. */
type Visit<T> = (message: ServerMessage, say: (command: Command) => void) => T | undefined;

/** Opens a table, and leaves it as soon as the visit is done; null if it cannot be opened. */
async function visit<T>(id: string, wanted: Visit<T>): Promise<T | null> {
  await settled();
  return new Promise((done) => {
    const line = openSocket(`/tables/${id}/socket?since=0`);
    const say = (command: Command): void => line.send(JSON.stringify({ ...command, id: 'visit' }));
    line.onmessage = ({ data }) => {
      const found = wanted(JSON.parse(String(data)) as ServerMessage, say);
      if (found === undefined) return;
      done(found);
      line.close();
    };
    line.onclose = () => done(null);
  });
}

/** A look at a table, as whoever asks may see it. */
export const viewOf = (id: string): Promise<View | null> =>
  visit(id, (message) => (message.type === 'state' ? (message.view ?? null) : undefined));

/** Calls a game off that has not begun, or resigns one that has: null if that was accepted. */
export async function leave(id: string): Promise<Refusal | null> {
  const answer = await visit<{ refusal: Refusal | null }>(id, (message, say) => {
    if (message.type === 'state') {
      const seat = message.mine[0];
      if (message.table.state === 'open') say({ type: 'abort' });
      else if (seat !== undefined) say({ type: 'resign', seat });
    }
    if (message.type === 'ack') return { refusal: null };
    return message.type === 'refused' ? { refusal: message.error } : undefined;
  });
  return answer ? answer.refusal : failure('offline', 'the table cannot be reached').refusal;
}
