import { Box3, Vector3 } from 'three';
import type { AxiomBoard } from '../../../generated';
import { corners } from '../../../scene/framing';
import { EDGE, type Space } from './space';

/** How far a sceptre reaches from its face. */
const SCEPTRE = 5.5;
/** How wide the compass is. */
export const COMPASS = EDGE * 1.4;
/** How large cubes are that were taken. */
export const BESIDE = 0.6;

/** How far the game reaches over the table. */
export interface Extent {
  /** The outermost points of all there is to see. */
  points: Vector3[];
  /** The middle of the building, on the table. */
  centre: Vector3;
  /** Where the compass lies: before whoever looks, to the left. */
  compass: Vector3;
  /** How far to the east cubes lie that were taken. */
  aside: number;
}

const around = (at: Vector3, half: number): Vector3[] => corners(at.clone().subScalar(half), at.clone().addScalar(half));

const boxOf = (board: AxiomBoard, space: Space): Box3 =>
  new Box3().setFromPoints(board.cubes.flatMap(({ cell }) => around(space.cell(cell), EDGE / 2)));

export const middleOf = (board: AxiomBoard, space: Space): Vector3 => boxOf(board, space).getCenter(new Vector3()).setY(0);

/** Cubes that were taken lie in a row beside the building, on the taker's side. */
export function asideOf({ centre }: Space, aside: number, seat: number, index: number): Vector3 {
  const out = (0.5 + index * 0.75) * EDGE;
  return new Vector3(aside, EDGE * BESIDE * 0.5, centre.z + (seat === 1 ? -out : out));
}

export function extentOf(board: AxiomBoard, space: Space, viewing: number): Extent {
  const box = boxOf(board, space);
  // Around the building is where its cubes can go.
  const ground = box.clone().expandByVector(new Vector3(EDGE * 0.8, 0, EDGE * 0.8));
  ground.min.y = ground.max.y = 0;
  const compass = viewing === 2 ? new Vector3(ground.max.x, 0.02, ground.min.z) : new Vector3(ground.min.x, 0.02, ground.max.z);
  const aside = box.max.x + EDGE * 1.4;
  const taken = board.taken.flatMap(({ single, double }, i) =>
    single + double > 0 ? around(asideOf(space, aside, i + 1, single + double - 1), EDGE * BESIDE * 0.6) : [],
  );
  const points = [
    ...corners(ground.min, ground.max),
    ...board.cubes.flatMap(({ cell }) => around(space.cell(cell), EDGE / 2)),
    ...board.sceptres.map(({ face }) => space.face(face, SCEPTRE)),
    ...around(compass, COMPASS / 2).map((at) => at.setY(0)),
    ...taken,
  ];
  return { points, centre: box.getCenter(new Vector3()).setY(0), compass, aside };
}
