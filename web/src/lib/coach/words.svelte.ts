import { byLanguage, Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import type en from './words/en';

export type CoachKey = keyof typeof en;
export type Words = Sentences<typeof en>;
/** What the coach says, and what is said of where a game turned. */
export const words = new Catalogue(byLanguage(import.meta.glob<{ default: Words }>('./words/??.ts')));

export const c = (key: CoachKey, args: Args = {}): string => fill(words.words?.[key] ?? '', args);
