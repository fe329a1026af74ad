import { CatmullRomCurve3, type Quaternion, Vector3 } from 'three';

/** Where a piece is on its way, from 0 to 1. */
export type Way = (t: number) => Vector3;

/** Up, across and down again, this far above the higher end. */
export function arc(from: Vector3, to: Vector3, clearance: number): Way {
  const top = Math.max(from.y, to.y) + clearance;
  const over = (share: number): Vector3 => from.clone().lerp(to, share).setY(top);
  const curve = new CatmullRomCurve3([from, over(0.18), over(0.82), to], false, 'catmullrom', 0.4);
  return (t) => curve.getPointAt(t);
}

/** The part of a way of this many stretches that is under way, and how far. */
function stretch(t: number, count: number): [number, number] {
  const at = Math.min(t * count, count - 1e-6);
  return [Math.floor(at), at - Math.floor(at)];
}

/** From stop to stop, with a hop between. */
export function along(stops: readonly Vector3[], hop: number): Way {
  return (t) => {
    if (t >= 1 || stops.length < 2) return stops.at(-1)!.clone();
    const [from, part] = stretch(t, stops.length - 1);
    const at = new Vector3().lerpVectors(stops[from]!, stops[from + 1]!, part);
    return at.setY(at.y + Math.sin(part * Math.PI) * hop);
  };
}

/** Turned from stop to stop. */
export function turning(stops: readonly Quaternion[]): (t: number) => Quaternion {
  return (t) => {
    if (t >= 1 || stops.length < 2) return stops.at(-1)!.clone();
    const [from, part] = stretch(t, stops.length - 1);
    return stops[from]!.clone().slerp(stops[from + 1]!, part);
  };
}

/** How long a walk takes, in milliseconds. */
export const walking = (stops: number): number => Math.min(1100, 220 + 90 * stops);
