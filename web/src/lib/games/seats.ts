import type { GameKey } from '../api/types';
import { spoken } from '../i18n/index.svelte';
import { GAMES } from '.';
import type { Look } from './ui';

/** How a seat looks, of so many. */
export function look(game: GameKey, seat: number, seats: number): Look {
  const looks = GAMES[game].looks(seats);
  return looks[seat - 1] ?? looks[0]!;
}

export const seatName = (game: GameKey, seat: number, seats: number): string => spoken(look(game, seat, seats).name);
