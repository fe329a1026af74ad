import { BoxGeometry, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from 'three';
import { drawn, marks } from '../../../scene/materials';
import type { Corner } from '../types';
import { BAR, PITCH, PLATE_HEIGHT, PLATE_THICKNESS, plateOffset, SIDE } from './grid';

type Side = 'south' | 'east' | 'north' | 'west';
const ARROW = new PlaneGeometry(4.8, 3).rotateX(-Math.PI / 2);
/** The middle of a bar. */
const REACH = SIDE / 2 + BAR / 2;
/** The sides of the frame in the order of the circuit: the plate goes east along the south. */
const sides: Record<Side, { between: readonly [Corner, Corner]; at: readonly [number, number]; turn: number }> = {
  south: { between: ['SW', 'SE'], at: [0, REACH], turn: 0 },
  east: { between: ['SE', 'NE'], at: [REACH, 0], turn: Math.PI / 2 },
  north: { between: ['NE', 'NW'], at: [0, -REACH], turn: Math.PI },
  west: { between: ['NW', 'SW'], at: [-REACH, 0], turn: -Math.PI / 2 },
};

function putArrow(mesh: Mesh, side: Side, back: boolean): void {
  const { at, turn } = sides[side];
  mesh.position.set(at[0], 0.92, at[1]);
  mesh.rotation.y = turn + (back ? Math.PI : 0);
}

function arrowMaterial(colour: string, either: boolean): MeshBasicMaterial {
  const map = drawn(256, (pen, size) => {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = 22;
    pen.lineCap = 'round';
    const mid = size / 2;
    pen.beginPath();
    pen.moveTo(size * 0.16, mid);
    pen.lineTo(size * 0.78, mid);
    pen.stroke();
    const head = (x: number, way: number): void => {
      pen.beginPath();
      pen.moveTo(x, mid);
      pen.lineTo(x - way * 54, mid - 54);
      pen.lineTo(x - way * 54, mid + 54);
      pen.fill();
    };
    head(size * 0.95, 1);
    if (either) head(size * 0.05, -1);
  });
  return new MeshBasicMaterial({ map, transparent: true, depthWrite: false, toneMapped: false });
}

/** The arrows of the circuit; with two heads where the plate may go either way. */
export function arrows(either: boolean): Mesh[] {
  const material = arrowMaterial('#d9c39a', either);
  return (Object.keys(sides) as Side[]).map((side) => {
    const mesh = new Mesh(ARROW, material);
    putArrow(mesh, side, false);
    return mesh;
  });
}

/** The push that is to come: its arrow in the frame is lit, and the plate is outlined where it will be. */
export class ComingPush {
  readonly group = new Group();
  readonly #arrow = new Mesh(ARROW, arrowMaterial('#ffd24d', false));
  readonly #plate = new Group();

  constructor() {
    this.#arrow.scale.setScalar(1.5);
    this.#arrow.renderOrder = 2;
    const long = 8 * PITCH;
    const faint = new MeshBasicMaterial({ color: marks.gold, transparent: true, opacity: 0.14, depthWrite: false });
    const edge = new MeshBasicMaterial({ color: marks.gold, toneMapped: false });
    const fill = new Mesh(new PlaneGeometry(long, long).rotateX(-Math.PI / 2), faint);
    fill.renderOrder = 2;
    this.#plate.add(fill);
    for (const side of [-1, 1]) {
      const [across, along] = [new Mesh(new BoxGeometry(long, 0.16, 0.22), edge), new Mesh(new BoxGeometry(0.22, 0.16, long), edge)];
      across.position.z = (side * long) / 2;
      along.position.x = (side * long) / 2;
      this.#plate.add(across, along);
    }
    this.group.add(this.#arrow, this.#plate);
  }

  /** `plate`: whether the plate is shown there too. */
  show(from: Corner | null, to: Corner | null, plate: boolean): void {
    const side = (Object.keys(sides) as Side[]).find((name) => {
      const { between } = sides[name];
      return from !== null && to !== null && between.includes(from) && between.includes(to);
    });
    this.#arrow.visible = side !== undefined;
    if (side) putArrow(this.#arrow, side, sides[side].between[0] !== from);
    if (side) this.#arrow.position.y = 0.95;
    this.#plate.visible = plate && to !== null;
    // The middle of the plate's holes lies half a cell south-west of where its offset is counted from.
    if (to) this.#plate.position.copy(plateOffset(to)).add(new Vector3(-PITCH / 2, PLATE_HEIGHT + PLATE_THICKNESS + 0.1, PITCH / 2));
  }
}
