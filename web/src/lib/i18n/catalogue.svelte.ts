import { language, type Language } from '../settings.svelte';
import { typeset } from './typography';

export type Args = Record<string, string | number>;
/** A sentence in every language, for the few that are wanted before a catalogue is loaded. */
export type Translated = Record<Language, string>;
/** The type of a catalogue in any language, made of the English: one that lacks a sentence does not compile. */
export type Sentences<T> = T extends string ? string : { [K in keyof T]: Sentences<T[K]> };

/** Files that are named after languages, as `import.meta.glob` finds them, each by its language. */
export function byLanguage<T>(files: Record<string, T>): Record<Language, T> {
  const named = Object.entries(files).map(([path, file]) => [path.slice(-'en.ts'.length, -'.ts'.length), file]);
  return Object.fromEntries(named) as Record<Language, T>;
}

/** Before the name of someone or something, French says « d’Anna » and « d’Yves », but « de Paul » and « de Yasmine ». */
const elided = (before: string, value: string): boolean =>
  spoken === 'fr' && /\bde $/i.test(before) && /^(?:[AÀÂEÉÈÊIÎOÔU]|Y(?![aeiou]))[a-zà-ÿ]/.test(value);

export function fill(text: string, args: Args): string {
  let filled = '';
  let from = 0;
  for (const found of text.matchAll(/\{(\w+)\}/g)) {
    const [whole, name = ''] = found;
    const value = name in args ? String(args[name]) : whole;
    filled += text.slice(from, found.index);
    filled = (elided(filled, value) ? filled.slice(0, -2) + '’' : filled) + value;
    from = found.index + whole.length;
  }
  return filled + text.slice(from);
}

const open = new Set<Catalogue<object>>();
let spoken: Language = $state('en');

/** The language the page is in now. */
export const tongue = (): Language => spoken;

/** Sentences that come when they are wanted, in the language of this browser. */
export class Catalogue<T extends object> {
  #words: T | null = $state.raw(null);
  #asked: Language | null = null;
  #failed = $state(false);

  /** `first`: what is there without loading, in English. */
  constructor(
    readonly loaders: Record<Language, () => Promise<{ default: T }>>,
    first: T | null = null,
  ) {
    this.#words = first;
    if (first) open.add(this);
  }

  /** null until they have come; asking for them begins that. */
  get words(): T | null {
    if (!this.#words) this.load().catch(() => undefined);
    return this.#words;
  }

  /** Whether no words are waited for: they are here, or they could not be loaded. Asking begins to load them. */
  get settled(): boolean {
    return this.words !== null || this.#failed;
  }

  async load(): Promise<void> {
    const wanted = language();
    open.add(this);
    if (this.#asked === wanted && this.#words) return;
    this.#asked = wanted;
    try {
      const words = typeset((await this.loaders[wanted]()).default, wanted);
      if (this.#asked === wanted) this.#words = words;
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }
}

/** Speaks the language of this browser, in everything that has been loaded. */
export async function speak(): Promise<void> {
  const wanted = language();
  await Promise.all([...open].map((catalogue) => catalogue.load()));
  if (wanted !== language()) return;
  spoken = wanted;
  document.documentElement.lang = wanted;
}
