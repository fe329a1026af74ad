import {
  BufferAttribute,
  BufferGeometry,
  type InstancedMesh,
  LatheGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SplineCurve,
  Vector2,
  Vector3,
} from 'three';
import type { Direction } from '../types';
import { boxEdges } from '../../../scene/edges';
import { Instances } from '../../../scene/instances';
import { drawn, plain, wood } from '../../../scene/materials';
import { directions } from '../names';
import { axis, EDGE, onFace } from './space';

const HALF = EDGE / 2;
const CHAMFER = 0.13;
const RECESS = 1.12;
const DEPTH = 0.8;
/** A hollow lies in its own shade; a dome catches the light. */
const HOLLOW = 0.2;
const RAISED = 1.3;

class Mould {
  private readonly positions: number[] = [];
  private readonly uvs: number[] = [];
  private readonly shades: number[] = [];

  quad(a: Vector3, b: Vector3, c: Vector3, d: Vector3): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Faces look away from the middle of the piece, unless the piece is hollow there. `shade`: how much of the light each corner gets. */
  triangle(a: Vector3, b: Vector3, c: Vector3, shade: (point: Vector3) => number = () => 1): void {
    const normal = new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a));
    const middle = new Vector3().add(a).add(b).add(c);
    const points = normal.dot(middle) >= 0 ? [a, b, c] : [a, c, b];
    for (const point of points) {
      this.positions.push(point.x, point.y, point.z);
      this.uvs.push((point.x + point.z) / EDGE / 1.6, (point.y + point.z * 0.35) / EDGE / 1.6);
      this.shades.push(...Array<number>(3).fill(shade(point)));
    }
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(this.uvs), 2));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(this.shades), 3));
    geometry.computeVertexNormals();
    return geometry;
  }
}

/** A cube with bevelled edges and a four-sided hollow in each face. */
function cubeGeometry(): BufferGeometry {
  const mould = new Mould();
  const flat = HALF - CHAMFER;
  for (const direction of directions) {
    const turn = onFace(direction);
    const point = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).applyQuaternion(turn);
    const around = (reach: number, height: number): Vector3[] =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([x, z]) => point(x! * reach, height, z! * reach));
    const [outer, rim] = [around(flat, HALF), around(RECESS, HALF)];
    const bottom = point(0, HALF - DEPTH, 0);
    for (let i = 0; i < 4; i++) {
      const j = (i + 1) % 4;
      mould.quad(outer[i]!, outer[j]!, rim[j]!, rim[i]!);
      mould.triangle(rim[i]!, rim[j]!, bottom, (at) => (at === bottom ? HOLLOW * 0.6 : HOLLOW * 1.6));
    }
  }
  for (const [first, second] of [
    ['x', 'y'],
    ['x', 'z'],
    ['y', 'z'],
  ] as const) {
    const third = ['x', 'y', 'z'].find((name) => name !== first && name !== second) as 'x' | 'y' | 'z';
    for (const a of [-1, 1]) {
      for (const b of [-1, 1]) {
        const point = (outerFirst: boolean, along: number): Vector3 => {
          const at = new Vector3();
          at[first] = a * (outerFirst ? HALF : flat);
          at[second] = b * (outerFirst ? flat : HALF);
          at[third] = along * flat;
          return at;
        };
        mould.quad(point(true, -1), point(true, 1), point(false, 1), point(false, -1));
      }
    }
  }
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) {
      for (const z of [-1, 1]) {
        mould.triangle(
          new Vector3(x * HALF, y * flat, z * flat),
          new Vector3(x * flat, y * HALF, z * flat),
          new Vector3(x * flat, y * flat, z * HALF),
        );
      }
    }
  }
  return mould.geometry();
}

/** How much lighter or darker than the wood of its cube the tip of a dome is. */
const TIPS = { light: 9, dark: 0.05 } as const;
export type Tip = keyof typeof TIPS;

/** The low four-sided pyramid or round dome that fills a neighbour's hollow; it stands on the plane y = 0. Its tip is inlaid. */
function domeGeometry(round: boolean, tip: Tip): BufferGeometry {
  if (round) {
    const steps = 10;
    const profile = Array.from({ length: steps + 1 }, (_, i) => {
      const angle = (i / steps) * (Math.PI / 2);
      return new Vector2(Math.cos(angle) * RECESS * 1.05, Math.sin(angle) * DEPTH * 1.2);
    });
    const geometry = new LatheGeometry(profile, 28);
    const high = geometry.getAttribute('position');
    const shades = Array.from({ length: high.count }, (_, i) => (high.getY(i) > DEPTH * 1.12 ? TIPS[tip] : RAISED));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(shades.flatMap((shade) => [shade, shade, shade])), 3));
    return geometry;
  }
  const mould = new Mould();
  const around = (reach: number, height: number): Vector3[] =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, z]) => new Vector3(x! * reach, height, z! * reach));
  const reach = RECESS * 1.06;
  const [base, inlay] = [around(reach, 0), around(reach * 0.26, DEPTH * 0.74)];
  const top = new Vector3(0, DEPTH, 0);
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    mould.triangle(base[i]!, base[j]!, inlay[j]!, () => RAISED);
    mould.triangle(base[i]!, inlay[j]!, inlay[i]!, () => RAISED);
    mould.triangle(inlay[i]!, inlay[j]!, top, () => TIPS[tip]);
  }
  return mould.geometry();
}

/** A thin stem with a round head, longer than a cube's edge; it stands on the plane y = 0. */
function sceptreGeometry(): LatheGeometry {
  const profile = [
    [0, -0.5],
    [0.5, -0.45],
    [0.62, 0],
    [0.5, 0.25],
    [0.26, 0.6],
    [0.2, 2.4],
    [0.24, 3.4],
    [0.46, 3.75],
    [0.3, 3.95],
    [0.58, 4.25],
    [0.72, 4.7],
    [0.58, 5.15],
    [0.22, 5.4],
    [0, 5.45],
  ];
  // A turner's curve through these, not a string of edges.
  const curve = new SplineCurve(profile.map(([radius, height]) => new Vector2(radius, height))).getPoints(64);
  return new LatheGeometry(
    curve.map((point) => new Vector2(Math.max(0, point.x), point.y)),
    32,
  );
}

export interface CubeShape {
  at: Vector3;
  domes: readonly Direction[];
  name: string;
  scale?: number;
}

/** Cubes of one colour with their domes: two draw calls. */
export class Cubes {
  readonly #bodies: Instances;
  readonly #domes: Instances;

  constructor(material: Material, round: boolean, tip: Tip, capacity = 16, solid = true) {
    this.#bodies = new Instances(cubeGeometry(), material, capacity, solid);
    this.#domes = new Instances(domeGeometry(round, tip), material, capacity * 2, solid);
  }

  get meshes(): [InstancedMesh, InstancedMesh] {
    return [this.#bodies.mesh, this.#domes.mesh];
  }

  show(cubes: readonly CubeShape[]): void {
    this.#bodies.show(cubes);
    this.#domes.show(
      cubes.flatMap(({ at, domes, name, scale = 1 }) =>
        domes.map((direction) => ({
          at: at.clone().addScaledVector(axis(direction), HALF * scale),
          turn: onFace(direction),
          name,
          scale,
        })),
      ),
    );
  }
}

const shaded = (material: MeshStandardMaterial): MeshStandardMaterial => Object.assign(material, { vertexColors: true });
export const ebony = (): MeshStandardMaterial => shaded(wood('#51473f', '#1d1714', 3, 0.5, 0.7));
export const boxwood = (): MeshStandardMaterial => shaded(wood('#e0c28b', '#8a6430', 5, 0.55, 0.6));

/** The edges of the cubes of one seat, where their sides are seen through or must be plain. */
export const edges = (): Instances => new Instances(boxEdges([EDGE, EDGE, EDGE], 0.13), new MeshBasicMaterial({ toneMapped: false }), 24);

export function sceptre(seat: number): Mesh {
  const mesh = new Mesh(sceptreGeometry(), plain(seat === 1 ? '#93291f' : '#f6eedc', 0.35));
  mesh.castShadow = true;
  return mesh;
}

/** Felt with a faint grid and a compass rose. */
export function felt(): MeshStandardMaterial {
  const map = drawn(256, (context, size) => {
    context.fillStyle = '#73818b';
    context.fillRect(0, 0, size, size);
    for (let i = 0; i < 1400; i++) {
      context.fillStyle = i % 2 ? 'rgba(255,255,255,0.03)' : 'rgba(0,0,0,0.04)';
      context.fillRect((i * 97) % size, (i * 193 + ((i * i) % 31)) % size, 2, 2);
    }
    context.strokeStyle = 'rgba(240, 244, 250, 0.2)';
    context.lineWidth = 3;
    context.strokeRect(0, 0, size, size);
  });
  map.wrapS = map.wrapT = RepeatWrapping;
  return new MeshStandardMaterial({ map, roughness: 0.95 });
}
