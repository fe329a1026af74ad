import { LENGTHS } from './rows';

/** The cells of the hexagon as triangles in the plane: sides of length 1, the far row on top. */

const ROWS = Object.keys(LENGTHS) as (keyof typeof LENGTHS)[];
const HEIGHT = Math.sqrt(3) / 2;

export const CELLS: readonly string[] = ROWS.flatMap((row) => Array.from({ length: LENGTHS[row] }, (_, i) => `${row}${i + 1}`));

function place(cell: string): { left: number; top: number; up: boolean } {
  const row = cell[0] as keyof typeof LENGTHS;
  const number = Number(cell.slice(1));
  const left = (15 - LENGTHS[row]) / 4 + (number - 1) / 2;
  // In the near half the odd cells stand on their tips, in the far half the even ones.
  const up = 'abcd'.includes(row) === (number % 2 === 0);
  return { left, top: ROWS.indexOf(row) * HEIGHT, up };
}

/** Its three corners, as SVG has them. */
export function corners(cell: string): string {
  const { left, top, up } = place(cell);
  const points = up
    ? [
        [left, top + HEIGHT],
        [left + 1, top + HEIGHT],
        [left + 0.5, top],
      ]
    : [
        [left, top],
        [left + 1, top],
        [left + 0.5, top + HEIGHT],
      ];
  return points.map((point) => point.map((value) => value.toFixed(3)).join(',')).join(' ');
}

/** Where a piece on it stands. */
export function middle(cell: string): [number, number] {
  const { left, top, up } = place(cell);
  return [left + 0.5, top + HEIGHT * (up ? 2 / 3 : 1 / 3)];
}
