import type { GameKey } from '../api/types';
import * as storage from '../storage';

/** Which lessons this browser has seen solved: the key of the game, a slash and the id. */
const KEY = 'ludarium.lessons';

const kept = storage.recallJson(KEY);
let done: string[] = $state.raw(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);

export const solved = (game: GameKey, id: string): boolean => done.includes(`${game}/${id}`);

export function keep(game: GameKey, id: string): void {
  if (solved(game, id)) return;
  done = [...done, `${game}/${id}`];
  storage.keep(KEY, JSON.stringify(done));
}
