import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { onPlate } from '../games/abraxas/scene/grid';
import { TrayPlaces } from '../games/abraxas/scene/tray-places';
import { outermost as hexagon, place as triangle } from '../games/archimedes/scene/grid';
import { outermost as mountain, place as field } from '../games/ascension/scene/grid';
import { extentOf } from '../games/axiom/scene/extent';
import { EDGE, Space } from '../games/axiom/scene/space';
import type { AxiomBoard } from '../generated';
import { closer, corners, type Facing, standpoint } from './framing';

const FOV = 32;
interface Screen {
  width: number;
  height: number;
}
const DESK: Screen = { width: 1020, height: 844 };
/** What is left of a phone's screen between the seats. */
const PHONE: Screen = { width: 390, height: 540 };

function camera(points: readonly Vector3[], facing: Facing, { width, height }: Screen, fov = FOV): PerspectiveCamera {
  const lens = { half: Math.tan((fov * Math.PI) / 360), aspect: width / height };
  const { position, target } = standpoint(points, facing, lens);
  const found = new PerspectiveCamera(fov, lens.aspect, 1, 5000);
  found.position.copy(position);
  found.lookAt(target);
  found.updateMatrixWorld();
  return found;
}
const seen = (point: Vector3, from: PerspectiveCamera): Vector3 => point.clone().project(from);

/** How far apart two places are on the screen, in pixels. */
function pixels(a: Vector3, b: Vector3, from: PerspectiveCamera, { width, height }: Screen): number {
  const [first, second] = [seen(a, from), seen(b, from)];
  return Math.hypot(((first.x - second.x) / 2) * width, ((first.y - second.y) / 2) * height);
}

const cube = (x: number, y: number, z: number, seat: number): AxiomBoard['cubes'][number] => ({
  cell: `${x},${y},${z}`,
  x,
  y,
  z,
  seat,
  domes: [],
  free: true,
});
const building = {
  cubes: [cube(0, 0, 1, 1), cube(1, 0, 1, 2), cube(1, 2, 1, 1), cube(1, 2, 2, 2), cube(1, 2, 3, 1)],
  sceptres: [{ face: '1,2,3:z+', cell: '1,2,3', dir: 'z+', seat: 1 }],
  taken: [
    { single: 2, double: 1 },
    { single: 0, double: 0 },
  ],
} as unknown as AxiomBoard;
const pulledApart = Object.assign(new Space(), { exploded: 1 });

const behind = (seat: number | null): Vector3[] => Object.assign(new TrayPlaces(), { behind: seat }).points();
const BOTH = new Set(['x', 'z'] as const);
const scenes: [string, readonly Vector3[]][] = [
  ['a box', corners(new Vector3(-3, 0, -8), new Vector3(20, 5, 2))],
  ['axiom', extentOf(building, new Space(), 1).points],
  ['axiom, from the other side', extentOf(building, new Space(), 2).points],
  ['axiom, pulled apart', extentOf(building, pulledApart, 1).points],
  ['abraxas', behind(null)],
  ['abraxas, the supply behind', behind(1)],
  ['archimedes', hexagon],
  ['ascension', mountain(BOTH, [])],
  ['ascension, a high tower', mountain(BOTH, [['b2', 14]])],
];

describe.each(scenes)('%s', (_, points) => {
  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('is whole in every standard view, %s', (_, screen) => {
    for (let quarter = 0; quarter < 8; quarter++) {
      for (const height of [0.3, 0.35, 0.86, 1.12, Math.PI / 2 - 0.001]) {
        const from = camera(points, { angle: (quarter * Math.PI) / 4, height }, screen, height > 1.5 ? 3 : FOV);
        const places = points.map((point) => seen(point, from));
        const outmost = (axis: 'x' | 'y'): number[] => [
          Math.min(...places.map((at) => at[axis])),
          Math.max(...places.map((at) => at[axis])),
        ];
        const [left, right] = outmost('x') as [number, number];
        const [bottom, top] = outmost('y') as [number, number];
        // Nothing is cut off, it lies in the middle, and it is as large as it can be.
        expect(Math.max(-left, right, -bottom, top)).toBeLessThanOrEqual(0.931);
        expect(Math.max(-left, right, -bottom, top)).toBeGreaterThan(0.929);
        expect(left + right).toBeCloseTo(0, 5);
        expect(bottom + top).toBeCloseTo(0, 5);
      }
    }
  });
});

it('abraxas is looked at along its axis', () => {
  for (const points of [behind(null), behind(1), behind(2)]) {
    const from = camera(points, { angle: 0, height: 0.86 }, DESK);
    expect(from.position.x).toBeCloseTo(0, 9);
  }
});

it('a plan hardly shows that what is higher is nearer', () => {
  const from = camera(mountain(BOTH, []), { angle: 0, height: Math.PI / 2 - 0.001 }, DESK, 3);
  const [foot, top] = [seen(new Vector3(16, 0, 0), from), seen(new Vector3(16, 18, 0), from)];
  expect(Math.abs(top.x - foot.x)).toBeLessThan(0.02);
});

/** What a finger meets: at least 44 px, or as much as the width of the screen allows for that number of places in a row. */
describe('on a phone neighbours are apart', () => {
  const upright: Facing = { angle: 0, height: 1.12 };
  it.each([
    [
      'axiom: cells',
      camera(extentOf(building, new Space(), 1).points, { ...upright, angle: 0.35 }, PHONE),
      [0, EDGE * 0.5, 0],
      [EDGE, EDGE * 0.5, 0],
      40,
    ],
    ['abraxas: holes', camera(behind(1), upright, PHONE), onPlate('d4').toArray(), onPlate('e4').toArray(), 31],
    ['archimedes: cells', camera(hexagon, upright, PHONE), triangle('d7').toArray(), triangle('d9').toArray(), 38],
    [
      'ascension: cells',
      camera(mountain(new Set(['z'] as const), []), upright, PHONE),
      field('d4', 0).toArray(),
      field('e4', 0).toArray(),
      32,
    ],
  ] as const)('%s', (_, from, a, b, least) => {
    expect(pixels(new Vector3(...a), new Vector3(...b), from, PHONE)).toBeGreaterThanOrEqual(least);
  });
});

describe('what is picked is gone to where a finger would not tell it from its neighbours', () => {
  const facing: Facing = { angle: 0, height: 1.12 };
  const lens = { half: Math.tan((FOV * Math.PI) / 360), aspect: PHONE.width / PHONE.height };
  const whole = standpoint(mountain(new Set(['z'] as const), []), facing, lens);

  it('as near as 44 px, and no nearer', () => {
    for (const cell of ['c3', 'a1', 'i9', 'e5']) {
      const near = closer(whole, [field(cell, 2)], 4, facing, lens, PHONE.height)!;
      const from = new PerspectiveCamera(FOV, lens.aspect, 1, 5000);
      from.position.copy(near.position);
      from.lookAt(near.target);
      from.updateMatrixWorld();
      const at = field(cell, 2);
      expect(pixels(at, at.clone().add(new Vector3(4, 0, 0)), from, PHONE)).toBeGreaterThan(41);
      expect(pixels(at, at.clone().add(new Vector3(4, 0, 0)), from, PHONE)).toBeLessThan(48);
      expect(Math.max(Math.abs(seen(at, from).x), Math.abs(seen(at, from).y))).toBeLessThan(0.95);
    }
  });

  it('not where the places to press lie all over the board', () => {
    expect(closer(whole, [field('a1', 0), field('i9', 0), field('a9', 0), field('i1', 0)], 4, facing, lens, PHONE.height)).toBeNull();
  });
});
