import type { GameKey } from '../api/types';

/** Which lessons this browser has seen solved: `axiom/sceptre`. */
const KEY = 'ludarium.lessons';

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // Storage may be forbidden or hold something else: begin afresh.
    return [];
  }
}

let done: string[] = $state.raw(read());

export const solved = (game: GameKey, id: string): boolean => done.includes(`${game}/${id}`);

export function keep(game: GameKey, id: string): void {
  if (solved(game, id)) return;
  done = [...done, `${game}/${id}`];
  try {
    localStorage.setItem(KEY, JSON.stringify(done));
  } catch {
    // Nothing is kept then; the lesson was learnt all the same.
  }
}
