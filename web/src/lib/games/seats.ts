import type { GameKey, Table, TableSeat } from '../api/types';
import { spoken, t } from '../i18n/index.svelte';
import { sitting } from '../people';
import { GAMES } from '.';
import type { Look } from './ui';

/** How a seat looks, in a game with this many. */
export function look(game: GameKey, seat: number, seats: number): Look {
  const looks = GAMES[game].looks(seats);
  return looks[seat - 1] ?? looks[0]!;
}

export const seatName = (game: GameKey, seat: number, seats: number): string => spoken(look(game, seat, seats).name);

/** The computer, by its level; the lowest has a name. */
export const engineName = (level: number | null): string => (level === 0 ? t('seat.friendly') : t('seat.engine', { level: level ?? 0 }));

/** A level, as something to go to. */
export const toLevel = (level: number): string => (level === 0 ? t('level.friendly') : t('level.n', { n: level }));

/** Who sits on a seat of a table. */
export function seatLabel(table: Table, seat: TableSeat): string {
  if (seat.kind === 'engine') return engineName(seat.level);
  return sitting(seat) || seatName(table.game, seat.seat, table.seats.length);
}
