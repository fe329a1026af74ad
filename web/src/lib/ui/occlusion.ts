import type { CanvasPoint, Pose, Scene } from '../scene/types';

/** How far around the middle of something a press still means it, in pixels. */
const REACH = 9;
const SPOTS: readonly [number, number][] = [
  [0, 0],
  [REACH, 0],
  [-REACH, 0],
  [0, REACH],
  [0, -REACH],
];
/** How far the camera may turn about the table to show what is hidden, the nearest first. */
const TURNS = [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6].map((step) => (step * Math.PI) / 6);

type Seen = Pick<Scene, 'locate' | 'at'>;

function meets(scene: Seen, name: string, { x, y }: CanvasPoint): boolean {
  return SPOTS.some(([dx, dy]) => {
    const met = scene.at({ x: x + dx, y: y + dy });
    return met.name === name || met.exact === name;
  });
}

/** Those of the targets that no press can meet, because something stands before them. */
export function hiddenTargets(scene: Seen, names: readonly string[]): string[] {
  return names.filter((name) => {
    const place = scene.locate(name);
    return place !== null && !meets(scene, name, place);
  });
}

/** The pose after a turn about the upright axis through what is looked at. */
function turned([x = 0, y = 0, z = 0, tx = 0, ty = 0, tz = 0]: Pose, angle: number): Pose {
  const [dx, dz] = [x - tx, z - tz];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [tx + dx * cos + dz * sin, y, tz + dz * cos - dx * sin, tx, ty, tz];
}

/** By how much to turn the camera so that fewer of these are hidden; null if no turn shows more. */
export function uncovering(scene: Seen & Pick<Scene, 'pose' | 'take'>, names: readonly string[]): number | null {
  const from = scene.pose();
  let best: { angle: number; left: number } | null = null;
  let least = hiddenTargets(scene, names).length;
  for (const angle of TURNS) {
    if (least === 0) break;
    scene.take(turned(from, angle));
    const left = hiddenTargets(scene, names).length;
    if (left < least) [best, least] = [{ angle, left }, left];
  }
  scene.take(from);
  return best?.angle ?? null;
}

/** Turns the camera by an angle, in this many milliseconds. */
export function turnBy(scene: Pick<Scene, 'pose' | 'take'>, angle: number, duration = 700): void {
  const from = scene.pose();
  const begun = performance.now();
  let last = from;
  const step = (now: number): void => {
    // Whoever takes hold of the camera has it.
    if (scene.pose().some((value, i) => Math.abs(value - (last[i] ?? 0)) > 1e-3)) return;
    const t = Math.min(1, Math.max(0, (now - begun) / duration));
    scene.take(turned(from, angle * (1 - (1 - t) ** 3)));
    last = scene.pose();
    if (t < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
