import {
  BoxGeometry,
  BufferAttribute,
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
import { BAR, cell, cornerPlace, holes, onPlate, PITCH, PLATE_HEIGHT, PLATE_THICKNESS, sheetCells, SIDE } from './grid';
import { arrows } from './push';

const HOLE = PITCH * 0.38;

/** The cream sheet with its printed dots; `plain`: as black and white as they can be. */
export function sheet(dots: readonly string[], plain: boolean): Mesh {
  const map = drawn(1024, (context, size) => {
    const step = size / 9;
    context.fillStyle = plain ? '#ffffff' : '#efe2c4';
    context.fillRect(0, 0, size, size);
    context.strokeStyle = plain ? '#000000' : 'rgba(90, 70, 40, 0.34)';
    context.lineWidth = plain ? 4 : 2;
    for (let i = 0; i <= 9; i++) {
      context.strokeRect(-4, i * step, size + 8, 0);
      context.strokeRect(i * step, -4, 0, size + 8);
    }
    for (const dot of dots) {
      const at = cell(dot);
      printedDot(context, (at.x / PITCH + 4.5) * step, (at.z / PITCH + 4.5) * step, step * 0.3, plain);
    }
  });
  const mesh = new Mesh(new PlaneGeometry(SIDE, SIDE).rotateX(-Math.PI / 2), new MeshStandardMaterial({ map, roughness: 0.9 }));
  mesh.receiveShadow = true;
  return mesh;
}

/** Ink on paper, and no stone: screened in lines that run through to the edge. */
function printedDot(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, plain: boolean): void {
  pen.save();
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = plain ? '#a33423' : '#d98873';
  pen.fill();
  pen.clip();
  pen.strokeStyle = plain ? '#5c1207' : '#b3402e';
  pen.lineWidth = radius * 0.13;
  for (let i = -2; i <= 2; i += 0.26) {
    pen.beginPath();
    pen.moveTo(x + (i - 1) * radius, y + radius);
    pen.lineTo(x + (i + 1) * radius, y - radius);
    pen.stroke();
  }
  pen.restore();
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.strokeStyle = plain ? '#000000' : '#a33423';
  pen.lineWidth = radius * 0.12;
  pen.stroke();
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
  group.add(...arrows(either));
  return group;
}

/** Across each stop stone: it is told apart from a red one by more than its colour. */
export const bars = (capacity: number): Instances =>
  new Instances(
    new BoxGeometry(HOLE * 1.1, 0.1, HOLE * 0.3).translate(0, 0.88, 0),
    new MeshBasicMaterial({ color: 0xfdf9ee, toneMapped: false }),
    capacity,
  );

/** The smoked plate with its sixty-four bored holes; its middle is the south-west position. */
export function plate(): Mesh<ExtrudeGeometry, MeshPhysicalMaterial> {
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
    [0.62, 0.69],
    [0.54, 0.68],
    [0.46, 0.73],
    [0, 0.78],
  ].map(([radius, height]) => new Vector2(radius! * HOLE * 0.95, height! * 1.15));
  const material = new MeshPhysicalMaterial({ color: colour, roughness: 0.28, clearcoat: 0.7, clearcoatRoughness: 0.2 });
  const geometry = new LatheGeometry(profile, 28);
  // A turned ring on top: what lies in a hole is a piece, and no ink.
  const at = geometry.getAttribute('position');
  const shades = Array.from({ length: at.count }, (_, i) => (Math.abs(Math.hypot(at.getX(i), at.getZ(i)) / HOLE - 0.5) < 0.05 ? 2.6 : 1));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(shades.flatMap((shade) => [shade, shade, shade])), 3));
  material.vertexColors = true;
  const found = new Instances(geometry, material, capacity);
  found.mesh.castShadow = true;
  return found;
}
