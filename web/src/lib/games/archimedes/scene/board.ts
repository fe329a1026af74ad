import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Path,
  Quaternion,
  RepeatWrapping,
  RingGeometry,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { Instances, type Spot } from '../../../scene/instances';
import { drawn, plain, seatColours } from '../../../scene/materials';
import { type Cell, cells, EDGE } from './grid';

const HOLLOW = 0.9;
const moulded = new Color('#8d9a8a');

/** The moulded hexagon: a ridge around every triangle and a hollow that a cube's corner fits. */
export function board(goals: ReadonlyMap<string, number>): Object3D[] {
  const positions: number[] = [];
  const colours: number[] = [];
  const triangle = (a: Vector3, b: Vector3, c: Vector3, colour: Color): void => {
    // Faces look up whichever way round the cell lies.
    const up = new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a)).y > 0;
    for (const point of up ? [a, b, c] : [a, c, b]) positions.push(point.x, point.y, point.z);
    for (let i = 0; i < 3; i++) colours.push(colour.r, colour.g, colour.b);
  };
  for (const cell of cells) {
    const goal = goals.get(cell.name);
    const floor = moulded.clone();
    if (goal) floor.lerp(new Color(seatColours[goal - 1]), 0.72);
    const ridge = goal ? floor : moulded;
    const inner = cell.corners.map((corner) => corner.clone().lerp(cell.centre, 0.16)) as [Vector3, Vector3, Vector3];
    const bottom = cell.centre.clone().setY(-HOLLOW);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [cell.corners[i]!, cell.corners[(i + 1) % 3]!];
      const [c, d] = [inner[i]!, inner[(i + 1) % 3]!];
      triangle(a, b, d, ridge);
      triangle(a, d, c, ridge);
      triangle(c, d, bottom, floor);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colours), 3));
  geometry.computeVertexNormals();
  const material = plain('#ffffff', 0.7);
  material.vertexColors = true;
  const top = new Mesh(geometry, material);
  top.receiveShadow = true;

  // Open above: a lid would hide the hollows.
  const stuff = plain('#6f7b6d', 0.75);
  const wall = new Mesh(new CylinderGeometry(EDGE * 4.32, EDGE * 4.5, 1.6, 6, 1, true), stuff);
  wall.rotation.y = Math.PI / 2;
  wall.position.y = -0.84;
  const edge = new Mesh(new RingGeometry(EDGE * 3.98, EDGE * 4.33, 6).rotateX(-Math.PI / 2), stuff);
  edge.position.y = -0.05;
  wall.receiveShadow = edge.receiveShadow = true;
  wall.castShadow = true;
  return [wall, edge, top];
}

const TURNED = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI);

/** The outline of a triangle, this much smaller than a cell. */
function outline<T extends Path>(path: T, scale: number): T {
  const reach = (EDGE / Math.sqrt(3)) * scale;
  const points = [0, 1, 2].map((i) => Math.PI / 2 + (i * 2 * Math.PI) / 3).map((angle) => new Vector2(Math.cos(angle), Math.sin(angle)));
  path.setFromPoints(points.map((point) => point.multiplyScalar(reach)));
  path.closePath();
  return path;
}

/** Flat triangles over cells: for picking, for lines, for hatching; with a hollow of this size, their edges alone. */
export function overlay(material: MeshBasicMaterial, height: number, scale = 0.98, hollow = 0): Instances {
  const shape = outline(new Shape(), scale);
  if (hollow > 0) shape.holes.push(outline(new Path(), hollow));
  const found = new Instances(new ShapeGeometry(shape).rotateX(-Math.PI / 2).translate(0, height, 0), material, cells.length);
  found.mesh.renderOrder = 2;
  return found;
}

/** Where the triangles of these cells lie. */
export const triangles = (shown: readonly Cell[]): Spot[] =>
  shown.map(({ name, centre, edgeNorth }) => ({ at: centre, name, ...(edgeNorth ? { turn: TURNED } : {}) }));

export const tint = (colour: number, opacity: number): MeshBasicMaterial =>
  new MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false });

/** Slanting strokes: barred. */
export function hatching(): MeshBasicMaterial {
  const map = drawn(64, (context, size) => {
    context.strokeStyle = 'rgba(60, 30, 20, 0.9)';
    context.lineWidth = 5;
    for (let i = -size; i < size * 2; i += 16) {
      context.beginPath();
      context.moveTo(i, 0);
      context.lineTo(i + size, size);
      context.stroke();
    }
  });
  map.wrapS = map.wrapT = RepeatWrapping;
  map.repeat.set(0.35, 0.35);
  return new MeshBasicMaterial({ map, transparent: true, opacity: 0.5, depthWrite: false });
}
