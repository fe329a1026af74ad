import { Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import type en from './words/en';

export type CoachKey = keyof typeof en;
export type Words = Sentences<typeof en>;
/** What the coach says, and what is said of where a game turned. */
export const words = new Catalogue<Words>({
  en: () => import('./words/en'),
  fr: () => import('./words/fr'),
  nl: () => import('./words/nl'),
  de: () => import('./words/de'),
});

export const c = (key: CoachKey, args: Args = {}): string => fill(words.words?.[key] ?? '', args);
