import type { Language } from '../settings.svelte';

/** U+202F, the thin space that does not break. */
const THIN = '\u202f';

/** Text, or a catalogue of it, as printers set it: in French no line begins with ; : ! ? or », or ends with «. */
export function typeset<T>(text: T, language: Language): T {
  if (language !== 'fr') return text;
  if (typeof text === 'string') return text.replace(/ (?=[;:!?»])/g, THIN).replace(/« /g, `«${THIN}`) as T;
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([key, inner]: [string, unknown]) => [key, typeset(inner, language)])) as T;
}
