import type { Corner } from './types';

export const corners: readonly Corner[] = ['SW', 'SE', 'NE', 'NW'];
export const isCorner = (name: string): name is Corner => corners.some((corner) => corner === name);
/** Where a corner is for whoever looks from this seat: the second one sits across the board. */
export const seenFrom = (seat: number | null, corner: Corner): Corner =>
  seat === 2 ? corners[(corners.indexOf(corner) + 2) % 4]! : corner;
export const isHole = (name: string): boolean => /^[a-h][1-8]$/.test(name);
