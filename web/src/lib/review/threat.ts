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
      const counts = [Number(quiet), Number(quiet) + 1, Math.max(0, Number(quiet) - 1)];
      const text = (held: string | undefined, count: number): string => [rows, corner, other(seat), 'place', held, stops, count].join(',');
      // While nothing is taken the seats place in turn. Then the one that passes is lent a stone, far from enough to win.
      const lent = taken?.split('-').map((n, i) => Number(n) + (i === Number(seat) - 1 ? 1 : 0)).join('-');
      return [...counts.map((count) => text(taken, count)), ...counts.map((count) => text(lent, count))];
    }
    case 'archimedes': {
      const parts = position.split('/');
      const [seat, actions, , out] = parts.slice(-4);
      if (!seat || !actions || !out) return [];
      return [[...parts.slice(0, -4), other(seat), Number(actions) + 1, 0, out].join('/')];
    }
    case 'ascension': {
      const parts = position.split('_');
      const [, round, seat] = /^(\d+)\.(\d)c?$/.exec(parts[4] ?? '') ?? [];
      if (!round || !seat || parts[5] !== 'pick') return [];
      const next = other(seat);
      const turn = `${Number(round) + (Number(next) < Number(seat) ? 1 : 0)}.${next}`;
      // The round closes with the last seat that plays.
      return ['', 'c'].map((closing) => [...parts.slice(0, 4), `${turn}${closing}`, 'pick'].join('_'));
    }
  }
}

/** Whether the text of a threat lends a stone to the seat that passes. */
export const lends = (game: GameKey, position: string, threat: string): boolean =>
  game === 'abraxas' && threat.split('from=').at(-1)?.split(',')[4] !== position.split(',')[4];
