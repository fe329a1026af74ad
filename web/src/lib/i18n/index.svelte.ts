import type { Refusal } from '../api/types';
import { GAMES, isGame } from '../games';
import { byLanguage, Catalogue, fill, tongue, type Args, type Sentences, type Translated } from './catalogue.svelte';
import en from './en';
import type reasonsEn from './reasons/en';
import { typeset } from './typography';

export { speak, tongue } from './catalogue.svelte';

export type Key = keyof typeof en;
export type Words = Sentences<typeof en>;
export type Reasons = Sentences<typeof reasonsEn>;

export const site = new Catalogue<Words>(
  { en: () => Promise.resolve({ default: en }), fr: () => import('./fr'), nl: () => import('./nl'), de: () => import('./de') },
  en,
);
/** Why a set-up or a record is refused: the reasons that are not of one game. */
export const reasons = new Catalogue(byLanguage(import.meta.glob<{ default: Reasons }>('./reasons/??.ts')));

export const t = (key: Key, args: Args = {}): string => fill((site.words ?? en)[key], args);
/** The country's way of the language that is spoken, where the browser names one: dates and numbers are written by it. */
export const locale = (): string => (globalThis.navigator?.languages ?? []).find((one) => one.split('-')[0] === tongue()) ?? tongue();
/** A day, as people there write it. */
export const date = (text: string): string => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(text));
export const number = (value: number): string => new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }).format(value);

/** The colon after a name, as the language sets it. */
export const colon = (): string => typeset(' :', tongue()).replace(' ', '');

export const spoken = (sentence: Translated): string => typeset(sentence[tongue()], tongue());

/**
 * A refusal in the reader's language; the server's English where no translation is known.
 * null while its sentence is on its way: nobody is to read another language first.
 */
export function refusal({ key, text, args }: Refusal): string | null {
  const [place = ''] = key.split('.');
  const own = (site.words as Record<string, string | undefined>)[`error.${key}`];
  const catalogue = isGame(place) ? GAMES[place].words : reasons;
  if (own === undefined && !catalogue.settled) return null;
  const known: Record<string, string | undefined> = (isGame(place) ? GAMES[place].words.words?.reasons : reasons.words) ?? {};
  const pattern = known[key] ?? own ?? text;
  const named = isGame(place) ? GAMES[place].named : undefined;
  // What somebody typed is quoted.
  const said = Object.entries(args).map(([name, value]) => [name, name === 'text' ? value : (named?.(value) ?? value)]);
  const sentence = fill(pattern, Object.fromEntries(said) as Args);
  // A sentence that begins with the name of a cell begins with it as it is written.
  const first = pattern.startsWith('{') ? sentence.charAt(0) : sentence.charAt(0).toUpperCase();
  return first + sentence.slice(1) + (/[.!?]$/.test(sentence) ? '' : '.');
}
