import { Vector3 } from 'three';
import { corners } from '../../../scene/framing';

/** The edge of a cube, in centimetres; heights are counted in halves of it. */
export const EDGE = 4;
export const HALF = EDGE / 2;

/** The middle of a cell at a height counted in half cubes. */
export function place(cell: string, height: number): Vector3 {
  const column = cell.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = Number(cell.slice(1)) - 1;
  return new Vector3((column - 4) * EDGE, height * HALF, (4 - row) * EDGE);
}

/** The board with its frame, from the middle. */
const RIM = EDGE * 5;
/** How far from the middle reserves lie. */
const RESERVE = RIM + EDGE * 0.65;
/** The top of the pillar, in half cubes. */
const PILLAR = 9;

/** The edge where the reserve of the player of this corner lies: a northern or southern one is `z`. */
export function edgeOf(cell: string): 'x' | 'z' {
  const { x, z } = place(cell, 0);
  return x * z < 0 ? 'z' : 'x';
}

/** Where the pieces of a reserve lie: outside the board along the edge that goes on to the right of their player's corner. */
export function reservePlace(cell: string, index: number): Vector3 {
  const corner = place(cell, 0);
  const [out, along] = edgeOf(cell) === 'z' ? (['z', 'x'] as const) : (['x', 'z'] as const);
  const at = corner.clone().setY(-1 + HALF / 2);
  at[out] = Math.sign(corner[out]) * RESERVE;
  at[along] -= Math.sign(corner[along]) * index * EDGE * 1.05;
  return at;
}

/**
 * The outermost points: the board with the reserves along these edges, the pillar, and the tops of these towers, by cell and
 * height.
 */
export function outermost(edges: ReadonlySet<'x' | 'z'>, towers: readonly (readonly [string, number])[]): Vector3[] {
  const flat = (x: number, z: number): Vector3[] => corners(new Vector3(-x, -1, -z), new Vector3(x, -1, z));
  const over = (at: Vector3): Vector3[] =>
    corners(new Vector3(-HALF, 0, -HALF), new Vector3(HALF, 0, HALF)).map((corner) => corner.add(at));
  const tops = [['e5', PILLAR] as const, ...towers].flatMap(([cell, height]) => over(place(cell, height)));
  const reach = (edge: 'x' | 'z'): number => (edges.has(edge) ? RESERVE + HALF : RIM);
  return [...flat(RIM, reach('z')), ...flat(reach('x'), RIM), ...tops];
}
