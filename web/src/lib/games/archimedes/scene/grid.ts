import { Vector3 } from 'three';

/** The edge of a triangle, in centimetres. */
export const EDGE = 5;
const HEIGHT = (EDGE * Math.sqrt(3)) / 2;
const ROWS = [9, 11, 13, 15, 15, 13, 11, 9] as const;

export interface Cell {
  name: string;
  /** Whether an edge lies to the north, so that the tip points south. */
  edgeNorth: boolean;
  centre: Vector3;
  corners: [Vector3, Vector3, Vector3];
}

/** Where the 96 triangles lie; x to the east, z to the south. */
export const cells: readonly Cell[] = ROWS.flatMap((count, row) =>
  Array.from({ length: count }, (_, index): Cell => {
    const odd = index % 2 === 0;
    const edgeNorth = row < 4 ? odd : !odd;
    const x = (index - (count - 1) / 2) * (EDGE / 2);
    const south = (4 - row) * HEIGHT;
    const north = south - HEIGHT;
    const [base, tip] = edgeNorth ? [north, south] : [south, north];
    return {
      name: `${'abcdefgh'[row]}${index + 1}`,
      edgeNorth,
      centre: new Vector3(x, 0, base + (tip - base) / 3),
      corners: [new Vector3(x - EDGE / 2, 0, base), new Vector3(x + EDGE / 2, 0, base), new Vector3(x, 0, tip)],
    };
  }),
);

export const cellByName: ReadonlyMap<string, Cell> = new Map(cells.map((cell) => [cell.name, cell]));

/** The middle of a cell, lifted by `height`. */
export function place(name: string, height = 0): Vector3 {
  const cell = cellByName.get(name);
  if (!cell) throw new Error(`no cell ${name}`);
  return cell.centre.clone().setY(height);
}

/** The rim of the board on the table, and the tops of cubes at its edge. */
export const outermost: readonly Vector3[] = Array.from({ length: 6 }, (_, i) => (i * Math.PI) / 3).flatMap((angle) => {
  const out = new Vector3(Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(EDGE);
  return [out.clone().multiplyScalar(4.5).setY(-1.7), out.multiplyScalar(3.7).setY(3)];
});
