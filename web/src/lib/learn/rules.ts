import type { GameKey } from '../api/types';
import type { Language } from '../settings.svelte';

const pages = import.meta.glob<string>('../../../../docs/rules/*.md', { query: '?raw', import: 'default' });

/** The rules of a game in a language: docs/rules is their one source. */
export function rules(game: GameKey, language: Language): Promise<string> {
  const load = pages[`../../../../docs/rules/${game}.${language}.md`];
  return load ? load() : Promise.reject(new Error(`no rules of ${game} in ${language}`));
}
