import { expect, it } from 'vitest';
import type { GameKey } from '../api/types';
import { searched, type Module } from './module';

const lacks = JSON.stringify({
  status: 428,
  body: { error: { key: 'engine.network', text: '', clause: null, args: { game: 'axiom' } } },
});

/** A module that searches axiom only with its network. */
function make(reads: boolean) {
  const [learnt, fetched]: [string[], GameKey[]] = [[], []];
  const module = {
    learn: (game: string) => {
      if (reads) learnt.push(game);
      return reads;
    },
  } as unknown as Module;
  const network = async (game: GameKey): Promise<ArrayBuffer> => {
    fetched.push(game);
    return new ArrayBuffer(1);
  };
  const search = (): string => {
    if (!learnt.includes('axiom')) throw new Error(lacks);
    return 'found';
  };
  return { fetched, search: () => searched(module, network, search) };
}

it('a search that needs a network fetches it once', async () => {
  const { fetched, search } = make(true);
  expect([await search(), await search()]).toEqual(['found', 'found']);
  expect(fetched).toEqual(['axiom']);
});

it('a search never goes without its network', async () => {
  const { search } = make(false);
  await expect(search()).rejects.toThrow('axiom');
});
