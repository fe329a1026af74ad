import { resolve } from '$app/paths';
import type { AnalysedPly, Checked, Chosen, GameKey, Over } from '../api/types';
import { GAME_KEYS, GAMES } from '../games';
import { ask } from '../host/ask';

/** A game of the strongest level against itself, as `scripts/library.mjs` writes it down. */
export interface ModelGame extends Over {
  setup: string;
  moves: string[];
  /** For each action the seat, what the position was worth to it and what the action gave away, in percent. */
  course: [seat: number, worth: number, loss: number][];
  /** What the review has to say about the actions with a mark. */
  remarks: AnalysedPly[];
}

export const libraryOf = async (game: GameKey): Promise<ModelGame[]> => (await GAMES[game].library()).default as ModelGame[];

/** What tells the games of a list apart, for each: the choices that are not the same in all of them. */
export function differing(chosen: readonly (readonly Chosen[])[]): Chosen[][] {
  const shared = ({ key, value }: Chosen): boolean =>
    chosen.every((one) => one.some((other) => other.key === key && other.value === value));
  return chosen.map((one) => one.filter((choice) => !shared(choice)));
}
export const choicesOf = async (game: GameKey, models: readonly ModelGame[]): Promise<Chosen[][]> =>
  differing(await Promise.all(models.map(async ({ setup }) => (await ask<Checked>('/check', { game, setup })).chosen)));

const DAY = 86_400_000;
/** The place in a list that a day comes to: everyone's is the same. */
export const placeOf = (length: number, now: number = Date.now()): number => Math.floor(now / DAY) % length;
/** The game whose turn it is today, by its place in the list of games. */
export const firstOf = (now: number = Date.now()): number => placeOf(GAME_KEYS.length, now);
/** Which of its model games is shown on a day; a game comes again when the others have had their turn. */
export const numberOf = (length: number, now: number = Date.now()): number => placeOf(length, now / GAME_KEYS.length);

/** Where a model game is looked at; they are counted from 1. */
export const addressOf = (game: GameKey, number?: number): string =>
  resolve('/library/[game=game]', { game }) + (number === undefined ? '' : `?n=${number}`);

/** The record file of a model game. */
export const textOf = (game: GameKey, { setup, moves, result, by }: ModelGame): string =>
  `[Game "${game}"]\n[Setup "${setup}"]\n[Result "${result.join(' ')}"]\n[End "${by}"]\n\n${moves.join('\n')}\n`;

/** The whole game as a review judged it. */
export const analysed = ({ moves, course, remarks }: ModelGame): AnalysedPly[] =>
  course.map(([seat, worth, loss], i) => {
    const quiet = { best: null, pv: [], mark: null };
    const said = remarks.find(({ ply }) => ply === i + 1);
    return said ?? { ply: i + 1, seat, played: moves[i] ?? '', score: { winrate: worth / 100, text: '' }, loss: loss / 100, ...quiet };
  });
