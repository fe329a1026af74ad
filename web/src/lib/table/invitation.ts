import { keep, recallJson } from '../storage';

/** The invitations to private tables that this browser has, latest last: [table, secret]. */
const KEY = 'ludarium.invitations';
const MOST = 50;

function recalled(): [string, string][] {
  const kept = recallJson(KEY);
  const isPair = (one: unknown): one is [string, string] =>
    Array.isArray(one) && one.length === 2 && one.every((x) => typeof x === 'string');
  return Array.isArray(kept) ? kept.filter(isPair) : [];
}

/** The invitation to a table that was kept here. */
export const invitation = (table: string): string | null => recalled().find(([id]) => id === table)?.[1] ?? null;

/** Keeps an invitation, so that it need not stand in the address; false if this browser keeps nothing. */
export function keepInvitation(table: string, secret: string): boolean {
  if (invitation(table) === secret) return true;
  const others = recalled().filter(([id]) => id !== table);
  keep(KEY, JSON.stringify([...others, [table, secret]].slice(-MOST)));
  return invitation(table) === secret;
}

/** What stands in the address of a table for whoever was invited: nothing, if it could be kept. */
export const shownInvitation = (table: string, secret: string | null): string | null =>
  secret === null || keepInvitation(table, secret) ? null : secret;
