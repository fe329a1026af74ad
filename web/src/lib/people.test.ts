import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { agent } from './agent';
import { fill } from './i18n/catalogue.svelte';
import { date, speak } from './i18n/index.svelte';
import { called } from './people';
import { settings, type Language } from './settings.svelte';

async function speaking(language: Language, ...languages: string[]): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages });
  settings.language = language;
  await speak();
}
beforeEach(() => speaking('en'));
afterEach(async () => {
  await speaking('en');
  settings.language = null;
  vi.unstubAllGlobals();
});

it('a guest without a name is called one in the language of the reader; a name stays as it is', async () => {
  expect(called('Guest 0042')).toBe('Guest 0042');
  await speaking('fr');
  expect(called('Guest 0042')).toBe('Invité 0042');
  expect(called('Guest of honour')).toBe('Guest of honour');
});

it('French elides before a name, and nothing else does', async () => {
  expect(fill('Lessons de {game}', { game: 'Axiom' })).toBe('Lessons de Axiom');
  await speaking('fr');
  expect(fill('Leçons de {game}', { game: 'Axiom' })).toBe('Leçons d’Axiom');
  expect(fill('cube de {who}, {n}', { who: 'Ocre', n: 2 })).toBe('cube d’Ocre, 2');
  expect(fill('pion de {who}', { who: 'Étoile' })).toBe('pion d’Étoile');
  expect(fill('pion de {who}', { who: 'Rouge' })).toBe('pion de Rouge');
  expect(fill('avec l’aide de {who}', { who: 'Yves' })).toBe('avec l’aide d’Yves');
  expect(fill('avec l’aide de {who}', { who: 'Yasmine' })).toBe('avec l’aide de Yasmine');
  // The name of a cell is read letter by letter.
  expect(fill('de {from} vers {to}', { from: 'a2', to: 'e4' })).toBe('de a2 vers e4');
  await speaking('nl');
  expect(fill('de {who}', { who: 'Oker' })).toBe('de Oker');
});

it('a day is written as in the country that the browser names', async () => {
  await speaking('en', 'en-GB');
  expect(date('2026-11-17T12:00:00Z')).toBe('17 Nov 2026');
  await speaking('en', 'fr-FR', 'en-US');
  expect(date('2026-11-17T12:00:00Z')).toBe('Nov 17, 2026');
  await speaking('de', 'en-GB');
  expect(date('2026-11-17T12:00:00Z')).toBe('17.11.2026');
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.5.0', 'curl'],
  ['', 'An unknown program'],
])('%s is told in words', (text, words) => expect(agent(text)).toBe(words));
