import type { GameKey } from '../api/types';

/** A set-up that begins from a position. What the set-up began from before is left out. */
export function from(setup: string, position: string): string {
  const kept = setup.split(';').filter((part) => part !== '' && !/^(from|deal)=/.test(part));
  return [...kept, `from=${position}`].join(';');
}

/**
 * The position as it would be if the seat to act had let its turn go by, for asking what the other side threatens.
 * A position text must be one that can come about, so the counters may have to change with the seat: several texts,
 * of which the server accepts one or none. Empty where it makes no sense, as in the middle of a turn.
 */
export function passed(game: GameKey, position: string, seats: number): string[] {
  const other = (seat: string): string => String((Number(seat) % seats) + 1);
  switch (game) {
    case 'axiom': {
      const [, seat, rest] = /^(\d),(.*)$/s.exec(position) ?? [];
      return seat && rest ? [`${other(seat)},${rest}`] : [];
    }
    case 'abraxas': {
      const [rows, corner, seat, phase, taken, stops, quiet] = position.split(',');
      if (!seat || !quiet || (phase !== 'place' && phase !== 'barred')) return [];
      const turns = [Number(quiet), Number(quiet) + 1, Math.max(0, Number(quiet) - 1)];
      return turns.map((count) => [rows, corner, other(seat), 'place', taken, stops, count].join(','));
    }
    case 'archimedes': {
      const parts = position.split('/');
      const [seat, actions, , out] = parts.slice(-4);
      if (!seat || !actions || !out) return [];
      return [[...parts.slice(0, -4), other(seat), Number(actions) + 1, 0, out].join('/')];
    }
    case 'ascension': {
      const parts = position.split('_');
      const [, round, seat] = /^(\d+)\.(\d)$/.exec(parts[4] ?? '') ?? [];
      if (!round || !seat || parts[5] !== 'pick') return [];
      const next = other(seat);
      const turn = `${Number(round) + (Number(next) < Number(seat) ? 1 : 0)}.${next}`;
      return [[...parts.slice(0, 4), turn, 'pick'].join('_')];
    }
  }
}
