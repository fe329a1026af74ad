import { Vector3 } from 'three';
import type { Corner } from '../types';

/** From one cell to the next, in centimetres. */
export const PITCH = 3;
/** The sheet with its 81 cells, the bars of the frame around it, and the plate over it. */
export const SIDE = 9 * PITCH;
export const BAR = 2.6;
export const PLATE_HEIGHT = 0.35;
export const PLATE_THICKNESS = 0.45;
/** How far the frame reaches from the middle. */
export const RIM = SIDE / 2 + BAR;

/** How far the plate lies from the south-west corner, in cells east and north. */
const offsets: Record<Corner, readonly [number, number]> = { SW: [0, 0], SE: [1, 0], NE: [1, 1], NW: [0, 1] };

/** The middle of a cell of the sheet, `A1` to `I9`. */
export function cell(name: string, height = 0): Vector3 {
  const column = name.charCodeAt(0) - 'A'.charCodeAt(0);
  const row = Number(name.slice(1)) - 1;
  return new Vector3((column - 4) * PITCH, height, (4 - row) * PITCH);
}

/** Where the plate's hole `a1` lies when the plate is in this corner. */
export function plateOffset(corner: Corner): Vector3 {
  const [east, north] = offsets[corner];
  return new Vector3(east * PITCH, 0, -north * PITCH);
}

/** A hole's place on the plate, counted from `a1`. */
export function onPlate(hole: string, height = 0): Vector3 {
  const column = hole.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = Number(hole.slice(1)) - 1;
  return new Vector3((column - 4) * PITCH, height, (4 - row) * PITCH);
}

export const holes: readonly string[] = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`);

export const sheetCells: readonly string[] = Array.from({ length: 81 }, (_, i) => `${'ABCDEFGHI'[i % 9]}${Math.floor(i / 9) + 1}`);

/** The cell of the sheet beneath a hole of the plate. */
export function beneath(hole: string, corner: Corner): string {
  const [east, north] = offsets[corner];
  return `${'ABCDEFGHI'['abcdefgh'.indexOf(hole[0]!) + east]}${Number(hole.slice(1)) + north}`;
}

/** The corner that a click near this one means, on the frame. */
const CORNER = SIDE / 2 + BAR / 2;
export const cornerPlace: Record<Corner, Vector3> = {
  SW: new Vector3(-CORNER, 1, CORNER),
  SE: new Vector3(CORNER, 1, CORNER),
  NE: new Vector3(CORNER, 1, -CORNER),
  NW: new Vector3(-CORNER, 1, -CORNER),
};
