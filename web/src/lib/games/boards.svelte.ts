import { SvelteMap } from 'svelte/reactivity';
import type { GameKey } from '../api/types';
import { GAMES } from '.';
import type { BoardUi, ReviewUi } from './ui';

/** A board of any one game: whoever calls it brings a view of that game. */
export type Board = BoardUi<GameKey>;

const loaded = new SvelteMap<GameKey, Board>();
const asked = new Map<GameKey, Promise<Board>>();

/** Loads what a review of a game needs. */
export const loadReview = async (game: GameKey): Promise<ReviewUi> =>
  (await Promise.all([GAMES[game].review(), loadBoard(game)]))[0].default;

/** Loads the board of a game with its words. */
export function loadBoard(game: GameKey): Promise<Board> {
  const load = async (): Promise<Board> => {
    const [{ default: board }] = await Promise.all([GAMES[game].board(), GAMES[game].words.load()]);
    loaded.set(game, board as unknown as Board);
    return board as unknown as Board;
  };
  const now = asked.get(game) ?? load();
  asked.set(game, now);
  now.catch(() => asked.delete(game));
  return now;
}

/** The board of a game; null until it is there, and asking for it begins that. */
export function boardOf(game: GameKey): Board | null {
  const board = loaded.get(game);
  if (!board) loadBoard(game).catch(() => undefined);
  return board ?? null;
}
