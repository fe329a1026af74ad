import type { GameKey } from '../api/types';
import type { Language } from '../settings.svelte';

const pages = import.meta.glob<string>('../../../../docs/rules/*.md', { query: '?raw', import: 'default' });

/** A page of rules: of a game, or of what all games share. */
export type Page = GameKey | 'shared';

/** The rules in a language: docs/rules is their one source. */
export function rules(page: Page, language: Language): Promise<string> {
  const load = pages[`../../../../docs/rules/${page}.${language}.md`];
  return load ? load() : Promise.reject(new Error(`no rules of ${page} in ${language}`));
}
