import {
  BoxGeometry,
  CircleGeometry,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  Path,
  PlaneGeometry,
  Shape,
  Vector2,
} from 'three';
import { Instances } from '../../../scene/instances';
import { drawn, smoked, wood } from '../../../scene/materials';
import { corners } from '../names';
import { cell, cornerPlace, holes, onPlate, PITCH, sheetCells } from './grid';

const SIDE = 9 * PITCH;
const BAR = 2.6;
export const PLATE_HEIGHT = 0.35;
const PLATE_THICKNESS = 0.45;
const HOLE = PITCH * 0.38;

/** The cream sheet with its printed dots. */
export function sheet(dots: readonly string[]): Mesh {
  const map = drawn(1024, (context, size) => {
    const step = size / 9;
    context.fillStyle = '#efe2c4';
    context.fillRect(0, 0, size, size);
    context.strokeStyle = 'rgba(90, 70, 40, 0.28)';
    context.lineWidth = 2;
    for (let i = 0; i <= 9; i++) {
      context.strokeRect(-4, i * step, size + 8, 0);
      context.strokeRect(i * step, -4, 0, size + 8);
    }
    context.fillStyle = '#a33423';
    for (const dot of dots) {
      const at = cell(dot);
      context.beginPath();
      context.arc((at.x / PITCH + 4.5) * step, (at.z / PITCH + 4.5) * step, step * 0.27, 0, 2 * Math.PI);
      context.fill();
    }
  });
  const mesh = new Mesh(new PlaneGeometry(SIDE, SIDE).rotateX(-Math.PI / 2), new MeshStandardMaterial({ map, roughness: 0.9 }));
  mesh.receiveShadow = true;
  return mesh;
}

/** The dark frame; arrows in its sides show the way of the plate. */
export function frame(either: boolean): Object3D {
  const group = new Group();
  const material = wood('#4a3526', '#1d120a', 7, 0.55, 0.9);
  const long = new BoxGeometry(SIDE + 2 * BAR, 1.5, BAR);
  const short = new BoxGeometry(BAR, 1.5, SIDE);
  const reach = SIDE / 2 + BAR / 2;
  for (const [geometry, x, z] of [
    [long, 0, reach],
    [long, 0, -reach],
    [short, reach, 0],
    [short, -reach, 0],
  ] as const) {
    const bar = new Mesh(geometry, material);
    bar.position.set(x, 0.15, z);
    bar.castShadow = bar.receiveShadow = true;
    group.add(bar);
  }
  const map = drawn(256, (context, size) => {
    context.strokeStyle = context.fillStyle = '#d9c39a';
    context.lineWidth = 14;
    context.lineCap = 'round';
    const mid = size / 2;
    context.beginPath();
    context.moveTo(size * 0.16, mid);
    context.lineTo(size * 0.84, mid);
    context.stroke();
    const head = (x: number, way: number): void => {
      context.beginPath();
      context.moveTo(x, mid);
      context.lineTo(x - way * 34, mid - 26);
      context.lineTo(x - way * 34, mid + 26);
      context.fill();
    };
    head(size * 0.92, 1);
    if (either) head(size * 0.08, -1);
  });
  const arrow = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  const plane = new PlaneGeometry(6, 6).rotateX(-Math.PI / 2);
  // South goes east, east goes north, north goes west, west goes south.
  for (const [x, z, turn] of [
    [0, reach, 0],
    [reach, 0, Math.PI / 2],
    [0, -reach, Math.PI],
    [-reach, 0, -Math.PI / 2],
  ] as const) {
    const mesh = new Mesh(plane, arrow);
    mesh.position.set(x, 0.92, z);
    mesh.rotation.y = turn;
    mesh.scale.set(0.8, 1, 0.5);
    group.add(mesh);
  }
  return group;
}

/** The smoked plate with its sixty-four bored holes; its middle is the south-west position. */
export function plate(): Mesh {
  const shape = new Shape();
  const [west, east] = [-4.5 * PITCH, 3.5 * PITCH];
  shape.moveTo(west, west);
  shape.lineTo(east, west);
  shape.lineTo(east, east);
  shape.lineTo(west, east);
  shape.closePath();
  for (const hole of holes) {
    const at = onPlate(hole);
    const bore = new Path();
    bore.absarc(at.x, -at.z, HOLE, 0, 2 * Math.PI, true);
    shape.holes.push(bore);
  }
  const geometry = new ExtrudeGeometry(shape, { depth: PLATE_THICKNESS, bevelEnabled: false, curveSegments: 20 });
  geometry.rotateX(-Math.PI / 2);
  const mesh = new Mesh(geometry, smoked('#3d4a52', 0.46));
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.renderOrder = 1;
  return mesh;
}

/** Unseen discs, to click. */
function unseen(radius: number, capacity: number): Instances {
  const geometry = new CircleGeometry(radius, 20).rotateX(-Math.PI / 2);
  return new Instances(geometry, new MeshBasicMaterial({ colorWrite: false, depthWrite: false }), capacity);
}

/** Over the cells of the sheet. */
export const cellTargets = (): Instances => unseen(PITCH * 0.48, sheetCells.length);

/** Over the corners of the frame. */
export function cornerDiscs(): Instances {
  const targets = unseen(PITCH * 0.7, corners.length);
  targets.show(corners.map((name) => ({ at: cornerPlace[name], name })));
  return targets;
}

/** Over the holes. */
export function holeTargets(): Instances {
  const targets = unseen(PITCH * 0.48, holes.length);
  targets.show(holes.map((name) => ({ at: onPlate(name, PLATE_HEIGHT + PLATE_THICKNESS + 0.02), name })));
  return targets;
}

/** Glossy stones of one colour, as many as lie about. */
export function stones(colour: string, capacity: number): Instances {
  const profile = [
    [0, 0],
    [0.86, 0],
    [1, 0.16],
    [0.98, 0.42],
    [0.8, 0.62],
    [0.45, 0.74],
    [0, 0.78],
  ].map(([radius, height]) => new Vector2(radius! * HOLE * 0.95, height! * 1.15));
  const material = new MeshPhysicalMaterial({ color: colour, roughness: 0.28, clearcoat: 0.7, clearcoatRoughness: 0.2 });
  const found = new Instances(new LatheGeometry(profile, 28), material, capacity);
  found.mesh.castShadow = true;
  return found;
}
