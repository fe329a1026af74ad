import type { View } from '../api/types';

/** What is known of an action that gave something away: positions around it, as the server shows them. */
export interface Evidence {
  seat: number;
  before: View;
  /** After the action that was played. */
  after: View;
  /** After the better one. */
  better: View;
  /** The other side's best answer to what was played, and the position after it. */
  reply: string | null;
  answered: View | null;
}

/** One thing to say. `who` is a seat. */
export type Fact =
  | { kind: 'wins' }
  | { kind: 'ends' }
  | { kind: 'takes'; n: number }
  | { kind: 'lines'; n: number }
  | { kind: 'nearer'; n: number }
  | { kind: 'climbs'; height: number }
  | { kind: 'summit' }
  | { kind: 'loses'; who: number; reply: string }
  | { kind: 'lets-take'; who: number; reply: string; n: number }
  | { kind: 'prevents'; who: number; reply: string };

const shareOf = (view: View, seat: number): string | null => ('over' in view.turn ? (view.turn.over.result[seat - 1] ?? null) : null);
const acting = (view: View): number | null => ('seat' in view.turn ? view.turn.seat : null);

/** What a seat has taken from the board so far. */
function taken(view: View, seat: number): number {
  switch (view.game) {
    case 'abraxas':
      return view.board.taken[seat - 1] ?? 0;
    case 'axiom':
      return view.board.taken.reduce((sum, { single, double }, i) => (i === seat - 1 ? sum : sum + single + double), 0);
    default:
      return 0;
  }
}

/** What the better action does, then what the one played allowed. */
export function facts({ seat, before, after, better, reply, answered }: Evidence): Fact[] {
  const found: Fact[] = [];
  const gained = taken(better, seat) - taken(before, seat);
  if (shareOf(better, seat) === '1') found.push({ kind: 'wins' });
  else if (shareOf(better, seat) !== null && shareOf(better, seat) !== '0') found.push({ kind: 'ends' });
  if (gained > 0) found.push({ kind: 'takes', n: gained });
  if (better.game === 'abraxas' && better.board.lines.length > 0 && acting(better) === seat) {
    found.push({ kind: 'lines', n: better.board.lines.length });
  }
  if (better.game === 'archimedes' && after.game === 'archimedes') {
    const togo = (view: typeof better): number => view.board.sides.find((side) => side.seat === seat)?.steps ?? 0;
    const ahead = togo(after) - togo(better);
    if (ahead > 0) found.push({ kind: 'nearer', n: ahead });
  }
  if (better.game === 'ascension' && before.game === 'ascension') {
    const height = (view: typeof better): number => view.board.cells.find((cell) => cell.pawn === seat)?.height ?? 0;
    const summit = (view: typeof better): boolean => view.board.players.find((one) => one.seat === seat)?.summit ?? false;
    if (summit(better) && !summit(before)) found.push({ kind: 'summit' });
    else if (height(better) > height(before)) found.push({ kind: 'climbs', height: height(better) });
  }
  const who = acting(after);
  if (reply === null || who === null || who === seat) return found;
  if (answered) {
    const lost = taken(answered, who) - taken(after, who);
    if (shareOf(answered, who) === '1') found.push({ kind: 'loses', who, reply });
    else if (lost > 0) found.push({ kind: 'lets-take', who, reply, n: lost });
  }
  if (acting(better) === who && !better.legal.some((move) => move.t === reply)) found.push({ kind: 'prevents', who, reply });
  return found;
}
