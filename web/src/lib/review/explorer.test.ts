import { describe, expect, it } from 'vitest';
import { offline } from '../api/refusal';
import type { By, Explored } from '../api/types';
import type { Spot } from '../host/ask';
import { Explorer } from './explorer.svelte';

const spot = (...moves: string[]): Spot => ({ game: 'archimedes', setup: '', moves });
const played = (t: string, times: number): Explored => ({
  counted: true,
  actions: [{ t, says: { key: 'archimedes.move' }, times, won: times, shared: 0, example: null }],
  stages: [],
});

describe('the explorer', () => {
  it('tells of the last position that was asked about, whichever answer comes last', async () => {
    const answers = new Map<string, (explored: Explored) => void>();
    const explorer = new Explorer(({ moves }) => new Promise((done) => answers.set(moves.join(), done)));
    const [first, second] = [explorer.look(spot('a')), explorer.look(spot('b'))];
    answers.get('b')!(played('c', 2));
    answers.get('a')!(played('d', 1));
    await Promise.all([first, second]);
    expect(explorer.actions.map(({ t }) => t)).toEqual(['c']);
    expect(explorer.counted).toBe(true);
  });

  it('asks for those who are wished for', async () => {
    const asked: (By | null)[] = [];
    const explorer = new Explorer(async (_, by) => {
      asked.push(by);
      return played('a', 1);
    });
    await explorer.look(spot());
    explorer.wish = 'people';
    await explorer.look(spot());
    expect(asked).toEqual([null, { kind: 'people' }]);
  });

  it('says that there is no server, and forgets what it was told before', async () => {
    let there = true;
    const explorer = new Explorer(() => (there ? Promise.resolve(played('a', 1)) : Promise.reject(offline())));
    await explorer.look(spot());
    there = false;
    await explorer.look(spot());
    expect(explorer.actions).toEqual([]);
    expect(explorer.refusal?.key).toBe('client.offline');
    there = true;
    await explorer.look(spot());
    expect(explorer.refusal).toBeNull();
  });
});
