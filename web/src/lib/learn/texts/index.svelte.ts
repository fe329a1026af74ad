import type { GameKey } from '../../api/types';
import { fill, type Args } from '../../i18n/index.svelte';
import { language, type Language } from '../../settings.svelte';
import en from './en';

type Same<T> = T extends string ? string : T extends string[] ? string[] : { [K in keyof T]: Same<T[K]> };
/** A language that lacks a sentence does not compile. */
export type Texts = Same<typeof en>;
export interface LessonText {
  title: string;
  task: string;
  hint: string;
  done: string;
}
type Line = Exclude<keyof Texts['ui'], 'missed'>;

export const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  fr: () => import('./fr'),
  nl: () => import('./nl'),
  de: () => import('./de'),
};

let texts: Texts = $state.raw(en);

/** In the language of this browser; for `load`. */
export async function loadTexts(): Promise<void> {
  texts = (await loaders[language()]()).default;
}

export const say = (key: Line, args: Args = {}): string => fill(texts.ui[key], args);
/** A kind word, another one each time. */
export const comfort = (times: number): string => texts.ui.missed[times % texts.ui.missed.length] ?? '';
export const about = (game: GameKey, id: string): LessonText => (texts[game] as Record<string, LessonText>)[id]!;
