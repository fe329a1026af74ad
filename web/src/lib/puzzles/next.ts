import { puzzlesOf, chosen, strengthOf, STEPS, THEMES, type Choice, type Puzzle, type Step, type Theme } from './puzzle';
import { open, type Task } from './mistake';
import { ratingOf, tryAt, type Progress } from './progress';
import type { GameKey } from '../api/types';

/** What an address asks for besides one puzzle. */
export interface Wanted extends Choice {
  game: GameKey;
  /** As the rating of the solver suggests. */
  rated: boolean;
  /** The mistakes of the solver's own games instead. */
  own?: boolean;
}

const one = <T extends string>(list: readonly T[], text: string | null): T | undefined => list.find((known) => known === text);
export const themeIn = (query: URLSearchParams): Theme | undefined => one(THEMES, query.get('theme'));
export const stepIn = (query: URLSearchParams): Step | undefined => one(STEPS, query.get('step'));

/** What is asked for, as an address says it. */
export function query({ game, theme, step, rated, own }: Wanted, id?: string): string {
  const parts = { game, theme, step, rated: rated ? '1' : undefined, own: own ? '1' : undefined, id };
  return new URLSearchParams(Object.entries(parts).flatMap(([key, value]) => (value ? [[key, value]] : []))).toString();
}

/** The next puzzle of those that are wanted: one that was not tried yet, the easiest or the one that suits best; then one that was tried longest ago. A mistake is wanted until it is solved. */
export async function nextOf(wanted: Wanted, progress: Progress, not?: string): Promise<Task | null> {
  if (wanted.own) return open(progress.mistakes, wanted.game).find(({ id }) => id !== not) ?? null;
  const all = chosen(await puzzlesOf(wanted.game), wanted).filter(({ id }) => id !== not);
  const fresh = all.filter((puzzle) => !tryAt(progress, puzzle));
  const { rating } = ratingOf(progress, wanted.game);
  const last = (puzzle: Puzzle): number => tryAt(progress, puzzle)?.at ?? 0;
  const order = (puzzle: Puzzle): number => (wanted.rated ? Math.abs(strengthOf(puzzle) - rating) : strengthOf(puzzle));
  const least = (list: readonly Puzzle[], by: (puzzle: Puzzle) => number): Puzzle | undefined =>
    list.reduce<Puzzle | undefined>((best, puzzle) => (!best || by(puzzle) < by(best) ? puzzle : best), undefined);
  return (fresh.length > 0 ? least(fresh, order) : least(all, last)) ?? null;
}
