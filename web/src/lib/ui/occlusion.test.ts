import { expect, it } from 'vitest';
import type { CanvasPoint, Pose } from '../scene/types';
import { hiddenTargets, uncovering } from './occlusion';

/** A wall on the south of the middle, and what stands on either side of it; the camera looks along the ground. */
const spots: Record<string, [number, number]> = { south: [0, 2], north: [0, -2], east: [2, 0] };
const scene = {
  eye: [0, 5, 10, 0, 0, 0] as Pose,
  /** The three lie apart on the picture, wherever one looks from. */
  locate: (name: string): CanvasPoint | null => (name in spots ? { x: 100 * Object.keys(spots).indexOf(name), y: 0 } : null),
  at({ x, y }: CanvasPoint): { name: string; exact: string } {
    const [name, [sx, sz]] = Object.entries(spots)[Math.round(x / 100)]!;
    const [ex = 0, , ez = 0] = this.eye;
    // Whatever is farther from the eye than the wall, and on its other side, is hidden.
    const hidden = sx * ex + sz * ez < 0;
    if (hidden || Math.abs(y) > 9) return { name: 'wall', exact: 'wall:z+' };
    return { name: 'piece', exact: name };
  },
  pose(): Pose {
    return this.eye;
  },
  take(pose: Pose): void {
    this.eye = pose;
  },
};

it('counts what no press can meet', () => {
  expect(hiddenTargets(scene, ['south', 'north', 'east', 'nowhere'])).toEqual(['north']);
});

it('turns to where less is hidden, and leaves the camera where it was', () => {
  const before = [...scene.eye];
  const angle = uncovering(scene, ['north', 'east'])!;
  expect(Math.abs(angle)).toBeGreaterThan(Math.PI / 2);
  expect(scene.eye).toEqual(before);
  expect(uncovering(scene, ['south'])).toBeNull();
});
