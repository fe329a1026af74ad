import { expect, it } from 'vitest';
import { GAME_KEYS, GAMES } from '../games';
import { Catalogue } from './catalogue.svelte';
import { refusal } from './index.svelte';

const refused = (key: string) => ({ key, text: 'the words of the server', clause: null, args: {} });
const lost = (): Promise<never> => Promise.reject(new Error('lost'));

it.each(GAME_KEYS)('%s: a reason is not said in the words of the server while its own are on their way', async (game) => {
  const { words } = GAMES[game];
  const [key = ''] = Object.keys((await words.loaders.en()).default.reasons);
  expect(refusal(refused(key))).toBeNull();
  await words.load();
  expect(refusal(refused(key))).not.toBeNull();
  expect(refusal(refused(key))).not.toBe('The words of the server.');
  expect(refusal(refused(`${game}.unheard-of`))).toBe('The words of the server.');
});

it('words that cannot be loaded are not waited for', async () => {
  const away = new Catalogue<object>({ en: lost, fr: lost, nl: lost, de: lost });
  expect(away.settled).toBe(false);
  await expect(away.load()).rejects.toThrow('lost');
  expect(away.settled).toBe(true);
});
