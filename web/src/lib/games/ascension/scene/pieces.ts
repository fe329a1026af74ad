import {
  BoxGeometry,
  CylinderGeometry,
  GreaterDepth,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  RepeatWrapping,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import type { Face } from '../types';
import { boxEdges } from '../../../scene/edges';
import { Instances, type Spot } from '../../../scene/instances';
import { drawn, font, plain, wood } from '../../../scene/materials';
import { drawable, drawFace, ink } from './drawings';
import { EDGE, HALF } from './grid';

const beech = (): MeshStandardMaterial => wood('#e3c9a0', '#a57c4c', 11, 0.62, 0.45);
const walnut = (): MeshStandardMaterial => wood('#a67a4c', '#5b3a1d', 13, 0.6, 0.6);

export const cubes = (): Instances =>
  new Instances(new RoundedBoxGeometry(EDGE * 0.97, EDGE * 0.985, EDGE * 0.97, 2, 0.2), beech(), 80, true);
export const halves = (): Instances =>
  new Instances(new RoundedBoxGeometry(EDGE * 0.97, HALF * 0.97, EDGE * 0.97, 2, 0.18), walnut(), 40, true);

/** The edges of cubes and of half-cubes, in high contrast. */
export const edges = (): { wholes: Instances; flats: Instances } => {
  const line = (): MeshBasicMaterial => new MeshBasicMaterial({ color: 0x000000, toneMapped: false });
  return {
    wholes: new Instances(boxEdges([EDGE * 0.96, EDGE * 0.975, EDGE * 0.96], 0.16), line(), 80),
    flats: new Instances(boxEdges([EDGE * 0.96, HALF * 0.96, EDGE * 0.96], 0.16), line(), 40),
  };
};

/** What is carved or pencilled on tops, one set of decals a face. */
export function decals(): Map<Face, Instances> {
  const geometry = new PlaneGeometry(EDGE * 0.9, EDGE * 0.9).rotateX(-Math.PI / 2);
  return new Map(
    drawable.map((face) => {
      const map = drawn(256, (pen, size) => drawFace(pen, size, face));
      const material = new MeshBasicMaterial({
        map,
        transparent: true,
        depthWrite: false,
        toneMapped: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
      });
      return [face, new Instances(geometry, material, 24)];
    }),
  );
}

/** Numbers for heights, one set for each number; they stand upright. */
export function numbers(highest: number): Instances[] {
  const geometry = new PlaneGeometry(EDGE * 0.5, EDGE * 0.5);
  return Array.from({ length: highest + 1 }, (_, height) => {
    const map = drawn(96, (pen, size) => {
      pen.beginPath();
      pen.arc(size / 2, size / 2, size * 0.44, 0, 2 * Math.PI);
      pen.fillStyle = 'rgba(255, 253, 248, 0.88)';
      pen.fill();
      pen.fillStyle = '#2a241d';
      pen.font = font(54);
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(String(height), size / 2, size / 2 + 3);
    });
    const many = new Instances(geometry, new MeshBasicMaterial({ map, transparent: true, depthWrite: false }), 81);
    many.mesh.renderOrder = 5;
    return many;
  });
}

const QUARTER = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);

/** Contour lines: a rail along every edge where the ground falls, one draw call. */
export class Contours {
  readonly rails = new Instances(new BoxGeometry(EDGE, 0.16, 0.16), new MeshBasicMaterial({ color: '#5b3a1d' }), 324);

  /** `height` of a cell by column and row, in half cubes; cells off the board have none. */
  show(height: (column: number, row: number) => number | undefined): void {
    const rails: Spot[] = [];
    for (let column = 0; column < 9; column++) {
      for (let row = 0; row < 9; row++) {
        const here = height(column, row) ?? 0;
        for (const [x, y] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const there = height(column + x, row + y) ?? 0;
          if (there >= here) continue;
          const at = new Vector3((column - 4 + x / 2) * EDGE, here * HALF, (4 - row - y / 2) * EDGE);
          rails.push({ at, ...(x === 0 ? {} : { turn: QUARTER }) });
        }
      }
    }
    this.rails.show(rails);
  }
}

/** Hatching on tops that are barred. */
export function hatches(): Instances {
  const map = drawn(64, (pen, size) => {
    pen.strokeStyle = 'rgba(120, 40, 25, 0.75)';
    pen.lineWidth = 5;
    for (let i = -size; i < size * 2; i += 16) {
      pen.beginPath();
      pen.moveTo(i, 0);
      pen.lineTo(i + size, size);
      pen.stroke();
    }
  });
  map.wrapS = map.wrapT = RepeatWrapping;
  const geometry = new PlaneGeometry(EDGE * 0.8, EDGE * 0.8).rotateX(-Math.PI / 2);
  return new Instances(geometry, new MeshBasicMaterial({ map, transparent: true, opacity: 0.7, depthWrite: false }), 8);
}

/** A disc of ivory with a figure. */
function inlay(figure: Face, width: number): Mesh {
  const map = drawn(128, (pen, size) => {
    pen.beginPath();
    pen.arc(size / 2, size / 2, size * 0.5, 0, 2 * Math.PI);
    pen.fillStyle = '#fdf8ec';
    pen.fill();
    drawFace(pen, size, figure);
  });
  return new Mesh(new PlaneGeometry(width, width).rotateX(-Math.PI / 2), new MeshBasicMaterial({ map, transparent: true }));
}

/** A turned pawn with its seat's figure on its head. */
export function pawn(figure: Face): Group {
  const profile = [
    [0, 0],
    [1.25, 0],
    [1.3, 0.3],
    [0.95, 0.7],
    [0.72, 1.6],
    [0.7, 2.4],
    [1, 2.9],
    [1.05, 3.4],
    [0.9, 3.7],
    [0, 3.72],
  ];
  const body = new Mesh(
    new LatheGeometry(
      profile.map(([radius, height]) => new Vector2(radius, height)),
      32,
    ),
    Object.assign(plain(ink[figure] ?? '#888888', 0.4), { transparent: true }),
  );
  body.castShadow = true;
  body.renderOrder = 2;
  // Where a tower stands before it, its shape shows through; drawn before the pawn itself, which would hide it from itself.
  const behind = new Mesh(
    body.geometry,
    new MeshBasicMaterial({
      color: ink[figure] ?? '#888888',
      transparent: true,
      opacity: 0.55,
      depthFunc: GreaterDepth,
      depthWrite: false,
    }),
  );
  behind.renderOrder = 1;
  const head = inlay(figure, 1.9);
  head.position.y = 3.76;
  head.renderOrder = 3;
  const group = new Group();
  group.add(body, behind, head);
  return group;
}

/** The board with the figures of its corners, and the pillar with its brass cap. */
export function furniture(corners: readonly { at: Vector3; figure: Face }[]): Group {
  const group = new Group();
  const board = new Mesh(new BoxGeometry(EDGE * 10, 1, EDGE * 10), wood('#8a6238', '#3d2712', 17, 0.6, 0.7));
  board.position.y = -0.52;
  board.receiveShadow = board.castShadow = true;
  const grid = drawn(1024, (pen, size) => {
    pen.strokeStyle = 'rgba(250, 235, 205, 0.5)';
    pen.lineWidth = 3;
    for (let i = 0; i <= 9; i++) {
      pen.strokeRect(-9, (i * size) / 9, size + 18, 0);
      pen.strokeRect((i * size) / 9, -9, 0, size + 18);
    }
  });
  const lines = new Mesh(
    new PlaneGeometry(EDGE * 9, EDGE * 9).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({ map: grid, transparent: true, depthWrite: false }),
  );
  lines.position.y = 0.01;
  const pillar = new Mesh(new CylinderGeometry(EDGE * 0.36, EDGE * 0.42, HALF * 9 - 0.6, 32), wood('#5a3d26', '#24140a', 19, 0.5, 0.7));
  pillar.position.y = (HALF * 9 - 0.6) / 2;
  const cap = new Mesh(new CylinderGeometry(EDGE * 0.46, EDGE * 0.4, 0.6, 32), plain('#b98a3c', 0.3, 0.85));
  cap.position.y = HALF * 9 - 0.3;
  pillar.castShadow = cap.castShadow = cap.receiveShadow = true;
  pillar.userData.target = cap.userData.target = 'e5';
  pillar.name = cap.name = 'pillar';
  group.add(board, lines, pillar, cap);
  for (const { at, figure } of corners) {
    const map = drawn(128, (pen, size) => drawFace(pen, size, figure));
    const mark = new Mesh(
      new PlaneGeometry(EDGE * 0.8, EDGE * 0.8).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ map, transparent: true, opacity: 0.8, depthWrite: false }),
    );
    mark.position.copy(at).setY(0.02);
    // On the frame too, where neither a pawn nor a cube hides it.
    const sign = inlay(figure, EDGE * 0.46);
    sign.position.set(Math.sign(at.x) * EDGE * 4.75, 0.02, Math.sign(at.z) * EDGE * 4.75);
    group.add(mark, sign);
  }
  return group;
}
