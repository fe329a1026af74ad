import { BufferAttribute, BufferGeometry, CircleGeometry, DoubleSide, InstancedMesh, LatheGeometry, type Material, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, RepeatWrapping, SplineCurve, Vector2, Vector3 } from 'three';
import type { Direction } from '../../api/types';
import { drawn, plain, wood } from '../materials';
import { axis, directions, EDGE, onFace } from './space';

const HALF = EDGE / 2;
const CHAMFER = 0.13;
const RECESS = 1.12;
const DEPTH = 0.62;

class Mould {
  private readonly positions: number[] = [];
  private readonly uvs: number[] = [];

  quad(a: Vector3, b: Vector3, c: Vector3, d: Vector3): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Faces look away from the middle of the piece, unless the piece is hollow there. */
  triangle(a: Vector3, b: Vector3, c: Vector3): void {
    const normal = new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a));
    const middle = new Vector3().add(a).add(b).add(c);
    const points = normal.dot(middle) >= 0 ? [a, b, c] : [a, c, b];
    for (const point of points) {
      this.positions.push(point.x, point.y, point.z);
      this.uvs.push((point.x + point.z) / EDGE / 1.6, (point.y + point.z * 0.35) / EDGE / 1.6);
    }
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(this.uvs), 2));
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
      [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, z]) => point(x! * reach, height, z! * reach));
    const [outer, rim] = [around(flat, HALF), around(RECESS, HALF)];
    const bottom = point(0, HALF - DEPTH, 0);
    for (let i = 0; i < 4; i++) {
      const j = (i + 1) % 4;
      mould.quad(outer[i]!, outer[j]!, rim[j]!, rim[i]!);
      mould.triangle(rim[i]!, rim[j]!, bottom);
    }
  }
  for (const [first, second] of [['x', 'y'], ['x', 'z'], ['y', 'z']] as const) {
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

/** The low four-sided pyramid that fills a neighbour's hollow; it stands on the plane y = 0. */
function domeGeometry(round: boolean): BufferGeometry {
  if (round) {
    const profile = Array.from({ length: 9 }, (_, i) => {
      const angle = (i / 8) * (Math.PI / 2);
      return new Vector2(Math.cos(angle) * RECESS * 1.05, Math.sin(angle) * DEPTH * 1.35);
    });
    return new LatheGeometry(profile, 28);
  }
  const mould = new Mould();
  const reach = RECESS * 1.06;
  const base = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, z]) => new Vector3(x! * reach, 0, z! * reach));
  const tip = new Vector3(0, DEPTH, 0);
  for (let i = 0; i < 4; i++) mould.triangle(base[i]!, base[(i + 1) % 4]!, tip);
  return mould.geometry();
}

/** A thin stem with a round head, longer than a cube's edge; it stands on the plane y = 0. */
function sceptreGeometry(): LatheGeometry {
  const profile = [[0, -0.5], [0.5, -0.45], [0.62, 0], [0.5, 0.25], [0.26, 0.6], [0.2, 2.4], [0.24, 3.4], [0.46, 3.75], [0.3, 3.95], [0.58, 4.25], [0.72, 4.7], [0.58, 5.15], [0.22, 5.4], [0, 5.45]];
  // A turner's curve through these, not a string of edges.
  const curve = new SplineCurve(profile.map(([radius, height]) => new Vector2(radius, height))).getPoints(64);
  return new LatheGeometry(curve.map((point) => new Vector2(Math.max(0, point.x), point.y)), 32);
}

export interface CubeShape {
  at: Vector3;
  domes: readonly Direction[];
  name: string;
  scale?: number;
}

/** Cubes of one colour with their domes: two draw calls. */
export class Cubes {
  readonly bodies: InstancedMesh;
  readonly domes: InstancedMesh;

  constructor(material: Material, round: boolean, capacity = 16) {
    this.bodies = new InstancedMesh(cubeGeometry(), material, capacity);
    this.domes = new InstancedMesh(domeGeometry(round), material, capacity * 2);
    for (const mesh of [this.bodies, this.domes]) {
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.count = 0;
    }
  }

  show(cubes: readonly CubeShape[]): void {
    const still = new Quaternion();
    const domed = cubes.flatMap((cube) => cube.domes.map((direction) => ({ cube, direction })));
    cubes.forEach((cube, index) => {
      const scale = cube.scale ?? 1;
      this.bodies.setMatrixAt(index, new Matrix4().compose(cube.at, still, new Vector3(scale, scale, scale)));
    });
    domed.forEach(({ cube, direction }, index) => {
      const scale = cube.scale ?? 1;
      const at = cube.at.clone().addScaledVector(axis(direction), HALF * scale);
      this.domes.setMatrixAt(index, new Matrix4().compose(at, onFace(direction), new Vector3(scale, scale, scale)));
    });
    this.bodies.count = cubes.length;
    this.domes.count = domed.length;
    this.bodies.userData.targets = cubes.map((cube) => cube.name);
    this.domes.userData.targets = domed.map(({ cube }) => cube.name);
    for (const mesh of [this.bodies, this.domes]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.computeBoundingSphere();
    }
  }
}

export const ebony = (): MeshStandardMaterial => wood('#37302b', '#0e0b09', 3, 0.48, 0.8);
export const boxwood = (): MeshStandardMaterial => wood('#dcbd84', '#8a6430', 5, 0.55, 0.6);

export function sceptre(seat: number): Mesh {
  const mesh = new Mesh(sceptreGeometry(), plain(seat === 1 ? '#6d1f1a' : '#f3ead6', 0.35));
  mesh.castShadow = true;
  return mesh;
}

/** Discs on faces: where a sceptre may go, or may not stop. */
export class FaceMarks {
  readonly mesh: InstancedMesh;

  constructor(colour: number, opacity: number, radius: number, capacity = 80) {
    const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity, side: DoubleSide, depthWrite: false });
    this.mesh = new InstancedMesh(new CircleGeometry(radius, 24).rotateX(-Math.PI / 2), material, capacity);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.mesh.count = 0;
  }

  show(faces: readonly { name: string; at: Vector3; direction: Direction }[]): void {
    faces.forEach((face, index) => {
      this.mesh.setMatrixAt(index, new Matrix4().compose(face.at, onFace(face.direction), new Vector3(1, 1, 1)));
    });
    this.mesh.count = faces.length;
    this.mesh.userData.targets = faces.map((face) => face.name);
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.computeBoundingSphere();
  }
}

/** Felt with a faint grid and a compass rose. */
export function felt(): MeshStandardMaterial {
  const map = drawn(256, (context, size) => {
    context.fillStyle = '#5d6f5c';
    context.fillRect(0, 0, size, size);
    for (let i = 0; i < 1400; i++) {
      context.fillStyle = i % 2 ? 'rgba(255,255,255,0.03)' : 'rgba(0,0,0,0.04)';
      context.fillRect((i * 97) % size, (i * 193 + ((i * i) % 31)) % size, 2, 2);
    }
    context.strokeStyle = 'rgba(240, 235, 215, 0.16)';
    context.lineWidth = 3;
    context.strokeRect(0, 0, size, size);
  });
  map.wrapS = map.wrapT = RepeatWrapping;
  return new MeshStandardMaterial({ map, roughness: 0.95 });
}
