import { Quaternion, Vector3 } from 'three';
import { parseCell, parseFace } from '../names';
import type { Direction } from '../types';

/** The edge of a cube, in centimetres. */
export const EDGE = 4;

/** East is x+, north is y+ (away from the first seat), up is z+. */
const axes: Record<Direction, Vector3> = {
  'x+': new Vector3(1, 0, 0),
  'x-': new Vector3(-1, 0, 0),
  'y+': new Vector3(0, 0, -1),
  'y-': new Vector3(0, 0, 1),
  'z+': new Vector3(0, 1, 0),
  'z-': new Vector3(0, -1, 0),
};

export const axis = (direction: Direction): Vector3 => axes[direction].clone();

/** Turns what stands upright so that it stands on the face that looks this way. */
export const onFace = (direction: Direction): Quaternion => new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axes[direction]);

/** Where things are, pulled apart by as much as `exploded` says. */
export class Space {
  centre = new Vector3();
  exploded = 0;

  cell(text: string): Vector3 {
    const [x, y, z] = parseCell(text);
    const at = new Vector3(x * EDGE, (z - 0.5) * EDGE, -y * EDGE);
    if (this.exploded > 0) {
      at.x = this.centre.x + (at.x - this.centre.x) * (1 + this.exploded * 0.55);
      at.z = this.centre.z + (at.z - this.centre.z) * (1 + this.exploded * 0.55);
      at.y += (z - 1) * EDGE * this.exploded * 0.9;
    }
    return at;
  }

  /** The face of the cube in this cell that a point of its surface belongs to. */
  faceAt(cell: string, point: Vector3): string {
    const [x, y, z] = point.clone().sub(this.cell(cell)).toArray();
    const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const along = (Object.keys(axes) as Direction[]).find((direction) => axes[direction].dot(new Vector3(x, y, z)) === most);
    return `${cell}:${along ?? 'z+'}`;
  }

  /** The cell on the table that a point of the table belongs to; none while all is pulled apart. */
  cellAt({ x, z }: Vector3): string {
    return this.exploded > 0 ? '' : `${Math.round(x / EDGE)},${Math.round(-z / EDGE)},1`;
  }

  /** The middle of a face, lifted a little off it. */
  face(text: string, lift = 0.05): Vector3 {
    const face = parseFace(text);
    if (!face) return this.cell(text);
    return this.cell(face.cell).addScaledVector(axis(face.direction), EDGE / 2 + lift);
  }
}
