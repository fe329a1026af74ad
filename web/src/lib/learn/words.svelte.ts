import { byLanguage, Catalogue, fill, type Args, type Sentences } from '../i18n/catalogue.svelte';
import type { GameKey } from '../api/types';
import { GAMES } from '../games';
import type { LessonText } from '../games/ui';
import type en from './words/en';

export type Words = Sentences<typeof en>;
/** What the pages under /learn say. */
export const words = new Catalogue(byLanguage(import.meta.glob<{ default: Words }>('./words/??.ts')));

export const say = (key: keyof Words, args: Args = {}): string => fill(words.words?.[key] ?? '', args);
/** A kind word, another one each time. */
export const comfort = (times: number): string => say((['missed.0', 'missed.1', 'missed.2'] as const)[times % 3]!);
const NOTHING: LessonText = { title: '', task: '', hint: '', done: '' };
export const about = (game: GameKey, lesson: string): LessonText => GAMES[game].words.words?.lessons[lesson] ?? NOTHING;
