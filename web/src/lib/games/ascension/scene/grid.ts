import { Vector3 } from 'three';

/** The edge of a cube, in centimetres; heights are counted in halves of it. */
export const EDGE = 4;
export const HALF = EDGE / 2;

/** The middle of a cell at a height counted in half cubes. */
export function place(cell: string, height: number): Vector3 {
  const column = cell.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = Number(cell.slice(1)) - 1;
  return new Vector3((column - 4) * EDGE, height * HALF, (4 - row) * EDGE);
}

/** Where the pieces of a reserve lie, outside the board by the corner of their player. */
export function reservePlace(cell: string, index: number): Vector3 {
  const corner = place(cell, 0);
  const outward = new Vector3(Math.sign(corner.x), 0, Math.sign(corner.z));
  return corner.add(new Vector3(-outward.x * index * EDGE * 1.05, -1 + HALF / 2, outward.z * EDGE * 1.5));
}
