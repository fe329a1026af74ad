import type { View } from '../api/types';

/** A turn that might have been, action by action, and the position after it. */
export interface Turned {
  tokens: string[];
  view: View;
}

/** What is known of an action that gave something away: positions around it, as the server shows them. */
export interface Evidence {
  seat: number;
  before: View;
  /** After the turn as it was played. */
  after: View;
  /** After the turn as it should have been played. */
  better: Turned;
  /** What the other side does best after what was played. */
  reply: Turned | null;
  /** After the better turn and the same reply; null if the rules do not allow it there. */
  foiled: View | null;
}

/** What a turn brings the seat that makes it. */
export type Gain =
  | { kind: 'wins' }
  | { kind: 'summit' }
  | { kind: 'takes'; n: number; what: string[] }
  /** In the middle of a turn: what it will take from. */
  | { kind: 'line'; what: string[] }
  | { kind: 'home'; cell: string }
  | { kind: 'climbs'; cell: string; height: number }
  | { kind: 'nearer'; n: number };

/** One thing to say. */
export type Fact =
  | { is: 'better'; gain: Gain | { kind: 'draws' } }
  | { is: 'lets'; who: number; gain: Gain; reply: string[] }
  /** The piece that would have been in the way, or that it would not have been there; null if it is neither. */
  | { is: 'prevents'; how: 'stands' | 'gone' | 'stop' | null; cell: string; better: string[] };

const shareOf = (view: View, seat: number): string | null => ('over' in view.turn ? (view.turn.over.result[seat - 1] ?? null) : null);
const missing = (before: string[], after: string[]): string[] => before.filter((one) => !after.includes(one));

/** The most that a seat has from a turn; null if nothing of it can be named. */
export function gain(seat: number, before: View, { tokens, view }: Turned): Gain | null {
  if (shareOf(view, seat) === '1') return { kind: 'wins' };
  if (before.game === 'axiom' && view.game === 'axiom') {
    const theirs = ({ board }: typeof view): string[] => board.cubes.flatMap((cube) => (cube.seat === seat ? [] : [cube.cell]));
    // A cube that is gone from its cell has been taken: this turn moves none of the other side's.
    const what = missing(theirs(before), theirs(view));
    return what.length > 0 ? { kind: 'takes', n: what.length, what } : null;
  }
  if (before.game === 'abraxas' && view.game === 'abraxas') {
    const n = (view.board.taken[seat - 1] ?? 0) - (before.board.taken[seat - 1] ?? 0);
    const what = tokens.flatMap((token) => (token.startsWith('x') ? token.slice(1).split(',') : []));
    const [line] = view.board.lines;
    return n > 0 ? { kind: 'takes', n, what } : line ? { kind: 'line', what: line.holes } : null;
  }
  if (before.game === 'archimedes' && view.game === 'archimedes') {
    const side = ({ board }: typeof view): { home: number; steps: number } => board.sides.find((one) => one.seat === seat) ?? { home: 0, steps: 0 };
    const cell = tokens[0]?.split('-')[1];
    if (cell && side(view).home > side(before).home) return { kind: 'home', cell };
    const n = side(before).steps - side(view).steps;
    return n > 0 ? { kind: 'nearer', n } : null;
  }
  if (before.game === 'ascension' && view.game === 'ascension') {
    const summit = ({ board }: typeof view): boolean => board.players.find((one) => one.seat === seat)?.summit ?? false;
    const stand = ({ board }: typeof view): { cell: string; height: number } => board.cells.find((cell) => cell.pawn === seat) ?? { cell: '', height: 0 };
    if (summit(view) && !summit(before)) return { kind: 'summit' };
    const { cell, height } = stand(view);
    return height > stand(before).height ? { kind: 'climbs', cell, height } : null;
  }
  return null;
}

const WORTH = { wins: 4, summit: 3, takes: 2, home: 2, line: 1, climbs: 1, nearer: 1 };
const amount = (one: Gain): number => ('n' in one ? one.n : 'height' in one ? one.height : 1);
/** Whether one gain is more than another. */
const more = (one: Gain | null, other: Gain | null): boolean =>
  one !== null && (other === null || WORTH[one.kind] > WORTH[other.kind] || (one.kind === other.kind && amount(one) > amount(other)));

/** The piece that a turn puts somewhere, and where it took it from. */
interface Put {
  from: string | null;
  to: string;
  stop: boolean;
}

function put(view: View, tokens: string[]): Put | null {
  const [first = ''] = tokens;
  switch (view.game) {
    case 'axiom': {
      const [, from, to] = /^C(.+)>(.+):/.exec(first) ?? [];
      return from && to ? { from, to, stop: false } : null;
    }
    case 'abraxas': {
      const to = /([a-h][1-8])\+?(?:>|$)/.exec(first.startsWith('x') ? '' : first)?.[1];
      return to ? { from: null, to, stop: first.startsWith('!') } : null;
    }
    case 'archimedes': {
      const [from = '', to] = first.split('-');
      return to ? { from, to, stop: false } : null;
    }
    case 'ascension': {
      const token = tokens.find((one) => one.startsWith('='));
      return token ? { from: first.startsWith('^') ? first.slice(1) : null, to: token.slice(1).replace('!', ''), stop: false } : null;
    }
  }
}

/** The cells that a move touches: a face is touched on its cube and in front of it. */
function cells(name: string): string[] {
  const [cell = '', face] = name.split(':');
  if (!face) return [cell];
  const front = cell.split(',').map((n, i) => Number(n) + ('xyz'[i] === face[0] ? (face[1] === '+' ? 1 : -1) : 0));
  return [cell, front.join(',')];
}

/** How the better turn stands in the way of the reply. */
function prevention(after: View, better: string[], reply: string[]): Fact {
  const piece = put(after, better);
  const way = after.legal.find((move) => move.t === reply[0]);
  const touched = [...(way?.at ?? []), ...(way?.via ?? [])].flatMap(cells);
  if (piece?.stop) return { is: 'prevents', how: 'stop', cell: piece.to, better };
  if (piece && (after.game === 'abraxas' || touched.includes(piece.to))) return { is: 'prevents', how: 'stands', cell: piece.to, better };
  if (piece?.from && touched.includes(piece.from)) return { is: 'prevents', how: 'gone', cell: piece.from, better };
  return { is: 'prevents', how: null, cell: '', better };
}

/** What the better turn does, then what the one played allowed, and how the better one prevents that. */
export function facts({ seat, before, after, better, reply, foiled }: Evidence): Fact[] {
  const found: Fact[] = [];
  const mine = gain(seat, before, better);
  const share = shareOf(better.view, seat);
  if (more(mine, gain(seat, before, { tokens: [], view: after }))) found.push({ is: 'better', gain: mine! });
  else if (share !== null && share !== '0' && share !== '1') found.push({ is: 'better', gain: { kind: 'draws' } });
  const who = 'seat' in after.turn ? after.turn.seat : null;
  if (!reply || who === null || who === seat) return found;
  const theirs = gain(who, after, reply);
  const still = foiled && gain(who, better.view, { tokens: reply.tokens, view: foiled });
  // What they would have had in any case is no news.
  if (!theirs || !more(theirs, still)) return found;
  found.push({ is: 'lets', who, gain: theirs, reply: reply.tokens });
  if (!('over' in better.view.turn)) found.push(prevention(after, better.tokens, reply.tokens));
  return found;
}
