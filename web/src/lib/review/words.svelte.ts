import { fill, tongue, type Args } from '../i18n/index.svelte';
import { language, type Language } from '../settings.svelte';
import en from './words/en';

export type ReviewKey = keyof typeof en;
export type ReviewWords = Record<ReviewKey, string>;

const loaders: Record<Language, () => Promise<{ default: ReviewWords }>> = {
  en: () => Promise.resolve({ default: en }),
  fr: () => import('./words/fr'),
  nl: () => import('./words/nl'),
  de: () => import('./words/de'),
};
let words: ReviewWords = $state.raw(en);

/** In the language of this browser; for `load`. */
export async function loadWords(): Promise<void> {
  words = (await loaders[language()]()).default;
}

export const r = (key: ReviewKey, args: Args = {}): string => fill(words[key], args);
export const percent = (share: number): string => new Intl.NumberFormat(tongue(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
