import { beforeEach, expect, it, vi } from 'vitest';
import { invitation, keepInvitation, shownInvitation } from './invitation';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

it('what is kept stands in no address, and is known again', () => {
  expect(shownInvitation('t_1', 'secret')).toBe(null);
  expect(invitation('t_1')).toBe('secret');
  expect(invitation('t_2')).toBe(null);
  expect(shownInvitation('t_2', null)).toBe(null);
});

it('a browser that keeps nothing has it in the address', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(shownInvitation('t_1', 'secret')).toBe('secret');
});

it('the oldest are forgotten, and what is no list of them is none', () => {
  kept.set('ludarium.invitations', '{"t_0":1}');
  for (let i = 0; i < 60; i++) keepInvitation(`t_${i}`, `s${i}`);
  expect(invitation('t_9')).toBe(null);
  expect(invitation('t_10')).toBe('s10');
  expect(invitation('t_59')).toBe('s59');
});
