import { expect, it } from 'vitest';
import type { TableEvent } from '../api/types';
import { Announcer, title } from './announcer.svelte';
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

it('says who gave up, and then once how it ended', () => {
  const announcer = new Announcer(() => 'me');
  const seats = [{ seat: 1 }, { seat: 2 }];
  const over = { by: 'resign', result: ['1', '0'] };
  const at = { table: { game: 'archimedes', seats }, over, mine: [1] } as unknown as TableModel;
  announcer.heard({ kind: 'resign', seat: 2 }, at);
  announcer.heard({ kind: 'over', result: ['1', '0'], by: 'resign' }, at);
  expect(announcer.caption).toBe('Red resigns.');
  expect(announcer.spoken).toBe('Red resigns. You win! Red resigned.');
});

it('a page whose table is not there yet is named once', () => {
  expect(title({ table: null } as unknown as TableModel)).toBe('Ludarium');
});
