import { expect, it } from 'vitest';
import type { TableEvent } from '../api/types';
import { Announcer } from './announcer.svelte';
import type { TableModel } from './model.svelte';

const model = { table: { game: 'archimedes', seats: [] } } as unknown as TableModel;
const line = (person: string): TableEvent => ({ kind: 'chat', from: person, person, text: 'hello' });

it('what others say is unread until the chat is looked at; what one says oneself never is', () => {
  const announcer = new Announcer(() => 'me');
  announcer.heard(line('me'), model);
  expect(announcer.unread).toBe(0);
  announcer.heard(line('you'), model);
  expect(announcer.unread).toBe(1);
  announcer.unread = 0;
  announcer.reading = true;
  announcer.heard(line('you'), model);
  expect(announcer.unread).toBe(0);
});
