import type { Refusal } from '../api/types';
import { language, type Language } from '../settings.svelte';
import en from './en';

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;
export type Args = Record<string, string | number>;

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => Promise.resolve({ default: en }),
  fr: () => import('./fr'),
  nl: () => import('./nl'),
  de: () => import('./de'),
};
const reasonLoaders: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./reasons/en'),
  fr: () => import('./reasons/fr'),
  nl: () => import('./reasons/nl'),
  de: () => import('./reasons/de'),
};

let words: Catalogue = $state.raw(en);
let reasons: Record<string, string> = $state.raw({});
let spoken: Language = $state('en');

/** The language the page is in now. */
export const tongue = (): Language => spoken;

/** Speaks the language of this browser. */
export async function speak(): Promise<void> {
  const wanted = language();
  const loaded = (await loaders[wanted]()).default;
  if (wanted !== language()) return;
  words = loaded;
  spoken = wanted;
  document.documentElement.lang = wanted;
  if (Object.keys(reasons).length > 0) await loadReasons();
}

/** The sentences for refusals are many and only needed at a table. */
export async function loadReasons(): Promise<void> {
  reasons = (await reasonLoaders[language()]()).default;
}

export function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

export function t(key: Key, args?: Args): string {
  const text = words[key];
  return args ? fill(text, args) : text;
}

/** For keys made of parts, such as the name of an option: the text, or null if there is none. */
export function maybe(key: string, args?: Args): string | null {
  const text = (words as Record<string, string | undefined>)[key];
  return text === undefined ? null : args ? fill(text, args) : text;
}

/** A refusal in the reader's language; the server's English where no translation is known. */
export function refusal(error: Refusal): string {
  const text = reasons[error.key] ?? (words as Record<string, string | undefined>)[`error.${error.key}`] ?? error.text;
  const sentence = fill(text, error.args ?? {});
  // A sentence that begins with the name of a cell begins with it as it is written.
  const first = text.startsWith('{') ? sentence.charAt(0) : sentence.charAt(0).toUpperCase();
  return first + sentence.slice(1) + (/[.!?]$/.test(sentence) ? '' : '.');
}
