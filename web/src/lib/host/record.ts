import { failure } from '../api/refusal';
import type { ReadRecord } from '../api/types';
import { ask, type Spot } from './ask';
import { wake } from './here.svelte';
import { visitor } from './line';

/** The record file of a game of this browser. */
export async function textHere(id: string): Promise<string> {
  const host = await wake();
  if (!host) throw failure('module', 'the rules could not be loaded');
  return host.record(id, visitor());
}

export const recordHere = async (id: string): Promise<ReadRecord> => ask('/record/read', { text: await textHere(id) });

/** Forgets a game of this browser for good. */
export const dropHere = async (id: string): Promise<void> => (await wake())?.drop(id);

/** The whole game, as an analysis board takes it. */
export async function spotHere(id: string): Promise<Spot> {
  const { game, setup, tree } = await recordHere(id);
  return { game, setup, moves: tree.nodes.map(({ text }) => text) };
}
