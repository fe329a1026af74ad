import { c } from '../coach/words.svelte';
import type { Pointers } from '../table/board.svelte';

/** What stands on a cell because the coach points at it; the context of a board as text. */
export const MARKS = Symbol('marks');
export type Marks = (name: string) => { hint: boolean; threat: boolean; said: string[] };

export function marksOf({ hint, threats }: Pointers, name: string): ReturnType<Marks> {
  const marks = { hint: hint.includes(name), threat: threats.some((way) => way.includes(name)) };
  return { ...marks, said: [...(marks.hint ? [c('mark.hint')] : []), ...(marks.threat ? [c('mark.threat')] : [])] };
}
