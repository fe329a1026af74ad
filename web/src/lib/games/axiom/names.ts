import type { Direction } from './types';

export const directions: readonly Direction[] = ['x+', 'x-', 'y+', 'y-', 'z+', 'z-'];
const isDirection = (text: string | undefined): text is Direction => directions.some((one) => one === text);

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
