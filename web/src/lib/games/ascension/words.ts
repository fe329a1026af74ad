import { byLanguage, Catalogue, fill, type Args, type Sentences } from '../../i18n/catalogue.svelte';
import type en from './words/en';

export type Words = Sentences<typeof en>;
export const words = new Catalogue(byLanguage(import.meta.glob<{ default: Words }>('./words/??.ts')));

export const w = (key: keyof Words['words'], args: Args = {}): string => fill(words.words?.words[key] ?? '', args);
