import { keep, recall } from '../storage';

export type Outcome = 'won' | 'lost' | 'draw';
/** Games won, drawn and lost since the first of a row of rematches. */
export type Tally = Record<Outcome, number>;

const KEY = 'ludarium.tally.';
const NONE: Tally = { won: 0, lost: 0, draw: 0 };

/** How a game went for whoever has this seat. */
export function outcome(result: readonly string[], seat: number): Outcome {
  const share = result[seat - 1];
  return share === '1' ? 'won' : share === '0' ? 'lost' : 'draw';
}

/** How the games before this one went: this tab keeps it, by the table. */
export function tally(table: string): Tally {
  const [won = 0, draw = 0, lost = 0] = (recall(KEY + table, 'tab') ?? '').split(' ').map(Number);
  return Number.isFinite(won + draw + lost) ? { won, draw, lost } : NONE;
}

export const counted = (before: Tally, how: Outcome): Tally => ({ ...before, [how]: before[how] + 1 });

/** The next table goes on counting. */
export function carry(next: string, { won, draw, lost }: Tally): void {
  keep(KEY + next, `${won} ${draw} ${lost}`, 'tab');
}
