import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  RepeatWrapping,
  Shape,
  ShapeGeometry,
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
    if (goal) floor.lerp(new Color(seatColours[goal - 1]), 0.55);
    const inner = cell.corners.map((corner) => corner.clone().lerp(cell.centre, 0.16)) as [Vector3, Vector3, Vector3];
    const bottom = cell.centre.clone().setY(-HOLLOW);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [cell.corners[i]!, cell.corners[(i + 1) % 3]!];
      const [c, d] = [inner[i]!, inner[(i + 1) % 3]!];
      triangle(a, b, d, moulded);
      triangle(a, d, c, moulded);
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

  const rim = new Mesh(new CylinderGeometry(EDGE * 4.32, EDGE * 4.5, 1.6, 6, 1), plain('#6f7b6d', 0.75));
  rim.rotation.y = Math.PI / 6 + Math.PI / 3;
  rim.position.y = -0.84 - HOLLOW * 0.05;
  rim.receiveShadow = true;
  rim.castShadow = true;
  return [rim, top];
}

const TURNED = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI);

/** Flat triangles over cells: for picking, for lines, for hatching. */
export function overlay(material: MeshBasicMaterial, height: number, scale = 0.98): Instances {
  const shape = new Shape();
  const reach = (EDGE / Math.sqrt(3)) * scale;
  for (let i = 0; i < 3; i++) {
    const angle = Math.PI / 2 + (i * 2 * Math.PI) / 3;
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    if (i === 0) shape.moveTo(x, y);
    else shape.lineTo(x, y);
  }
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
