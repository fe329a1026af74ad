import { refused } from '../api/refusal';
import { request } from '../api/request';
import type { By, Explored, Played, Reached, Refusal } from '../api/types';
import type { Spot } from '../host/ask';

/** Whose actions count. */
export const WISHES = {
  everyone: null,
  people: { kind: 'people' },
  rated: { kind: 'rated', least: 1500, below: 10_000 },
  engines: { kind: 'engines', level: 0 },
  strong: { kind: 'engines', level: 6 },
} as const satisfies Record<string, By | null>;
export type Wish = keyof typeof WISHES;

type Ask = (spot: Spot, by: By | null) => Promise<Explored>;
const ask: Ask = (spot, by) => request('POST', '/explore', { ...spot, ...(by ? { by } : {}) });

/** What was played from a position in the finished games of the server. */
export class Explorer {
  actions: Played[] = $state.raw([]);
  /** How far seats had come, where every deal is another. */
  stages: Reached[] = $state.raw([]);
  /** Whether this game is counted; null: not known yet. */
  counted: boolean | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  wish: Wish = $state('everyone');
  #turn = 0;

  constructor(private readonly asked: Ask = ask) {}

  /** Asks about a position; of several at once only the last is told. */
  async look(spot: Spot): Promise<void> {
    const turn = ++this.#turn;
    try {
      const { counted, actions, stages } = await this.asked(spot, WISHES[this.wish]);
      if (turn === this.#turn) Object.assign(this, { counted, actions, stages, refusal: null });
    } catch (error) {
      const refusal = refused(error);
      if (turn === this.#turn) Object.assign(this, { counted: null, actions: [], stages: [], refusal });
    }
  }
}
