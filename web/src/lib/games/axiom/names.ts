import type { Direction } from './types';

export const directions: readonly Direction[] = ['x+', 'x-', 'y+', 'y-', 'z+', 'z-'];
const isDirection = (text: string | undefined): text is Direction => directions.some((one) => one === text);

/** One cell in each direction. */
export const STEPS: Readonly<Record<Direction, readonly [number, number, number]>> = {
  'x+': [1, 0, 0],
  'x-': [-1, 0, 0],
  'y+': [0, 1, 0],
  'y-': [0, -1, 0],
  'z+': [0, 0, 1],
  'z-': [0, 0, -1],
};

export function parseCell(text: string): [number, number, number] {
  const [x, y, z] = text.split(',').map(Number);
  return [x ?? 0, y ?? 0, z ?? 1];
}

export interface FaceName {
  cell: string;
  direction: Direction;
}

/** `0,0,2:z+` is a face; anything else is not. */
export function parseFace(text: string): FaceName | null {
  const [cell, direction] = text.split(':');
  return cell && isDirection(direction) ? { cell, direction } : null;
}

/** `x-z+` as directions. */
export const parseDomes = (text: string): Direction[] => (text.match(/[xyz][+-]/g) ?? []) as Direction[];
