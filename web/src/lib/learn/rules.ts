import type { GameKey } from '../api/types';
import { typeset } from '../i18n/typography';
import type { Language } from '../settings.svelte';

const pages = import.meta.glob<string>('../../../../docs/rules/*.md', { query: '?raw', import: 'default' });

/** A page of rules: of a game, or of what all games share. */
export type Page = GameKey | 'shared';

/** The rules in a language: docs/rules is their one source. */
export async function rules(page: Page, language: Language): Promise<string> {
  const load = pages[`../../../../docs/rules/${page}.${language}.md`];
  if (!load) throw new Error(`no rules of ${page} in ${language}`);
  return typeset(await load(), language);
}
