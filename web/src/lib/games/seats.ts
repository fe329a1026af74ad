import type { GameKey } from '../api/types';
import { t, type Key } from '../i18n/index.svelte';

/** How a seat looks: a colour and a mark, so that colour never says it alone. The scenes use the same. */
export interface Look {
  colour: string;
  mark: string;
  name: Key;
}

const black: Look = { colour: '#2b2420', mark: '●', name: 'seat.black' };
const white: Look = { colour: '#e3d2ab', mark: '◌', name: 'seat.white' };
const first: Look = { colour: '#b3402e', mark: '1', name: 'seat.first' };
const second: Look = { colour: '#2f5d8a', mark: '2', name: 'seat.second' };
const blue: Look = { colour: '#2f5d8a', mark: '○', name: 'seat.blue' };
const red: Look = { colour: '#b3402e', mark: '+', name: 'seat.red' };
const ochre: Look = { colour: '#9a6f12', mark: '△', name: 'seat.ochre' };
const triangle: Look = { colour: '#2f5d8a', mark: '▲', name: 'seat.triangle' };
const circle: Look = { colour: '#b3402e', mark: '●', name: 'seat.circle' };
const square: Look = { colour: '#9a6f12', mark: '■', name: 'seat.square' };
const star: Look = { colour: '#3f6d45', mark: '★', name: 'seat.star' };

export function look(game: GameKey, seat: number, seats: number): Look {
  const list = {
    axiom: [black, white],
    abraxas: [first, second],
    archimedes: [blue, red, ochre],
    ascension: seats === 2 ? [triangle, square] : [triangle, circle, square, star],
  }[game];
  return list[seat - 1] ?? first;
}

export const seatName = (game: GameKey, seat: number, seats: number): string => t(look(game, seat, seats).name);
