import { request } from '../api/request';
import type { Explained, GameInfo, GameKey, Shown, View } from '../api/types';
import { refused } from '../api/refusal';
import { wake } from './here.svelte';

/** Asks about the rules: answered on this device, or by the server where this device cannot. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const host = await wake();
  if (host) return host.ask(path, body === undefined ? '' : JSON.stringify(body)) as Promise<T>;
  return request<T>(body === undefined ? 'GET' : 'POST', path, body);
}

let list: Promise<GameInfo[]> | null = null;
/** The games with their options; asked once. */
export function games(): Promise<GameInfo[]> {
  list ??= ask<GameInfo[]>('/games').catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

export interface Spot {
  game: GameKey;
  setup: string;
  /** Actions, or `PASS`. */
  moves: string[];
}
/** Stands for an action where the seat to act lets its turn go by: then the others show what they threaten. */
export const PASS = '--';

/** Replays actions from a set-up, for the seat to act. */
export const viewAt = async (game: GameKey, setup: string, moves: string[]): Promise<View> =>
  (await ask<Shown>('/position', { game, setup, moves })).view;

/** What pressing these targets means after these actions. */
export const explain = (spot: Spot, pressed: string[]): Promise<Explained> =>
  ask<Explained>('/explain', { ...spot, pressed }).catch((error: unknown) => ({ refusal: refused(error), meant: null }));
