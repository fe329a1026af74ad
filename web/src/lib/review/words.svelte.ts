import { byLanguage, Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import { locale } from '../i18n/index.svelte';
import type en from './words/en';

export type ReviewKey = keyof typeof en;
export type Words = Sentences<typeof en>;
/** What Review and the analysis board say. */
export const words = new Catalogue(byLanguage(import.meta.glob<{ default: Words }>('./words/??.ts')));

export const r = (key: ReviewKey, args: Args = {}): string => fill(words.words?.[key] ?? '', args);
export const percent = (share: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
/** The whole number that was typed, not below 0. */
export const whole = (event: { currentTarget: HTMLInputElement }): number =>
  Math.max(0, Math.trunc(Number(event.currentTarget.value)) || 0);
