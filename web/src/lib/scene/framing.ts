import { Vector3 } from 'three';

/** What the standard views show, in centimetres. */
export interface Framing {
  /** The outermost points of what is to be seen; asked anew for every view. `narrow`: on an upright phone. */
  points(narrow: boolean, seat: number): readonly Vector3[];
  /** How high the table top is; null: the game brings its own. */
  table: number | null;
  /** How wide the game is: light, shadows and table reach that far. */
  span: number;
  /** How far apart neighbours are that a finger must tell apart. */
  pitch: number;
  /** From which side each seat looks, as an angle about the vertical axis; 0 is from the south. */
  seatAngle(seat: number, narrow: boolean): number;
}

/** The way a camera looks down on the table: about the vertical axis, and how high above the table it stands. */
export interface Facing {
  angle: number;
  height: number;
}

/** How wide a camera sees: half of the upright angle as a tangent, and how much wider than high the picture is. */
export interface Lens {
  half: number;
  aspect: number;
}

export interface Standpoint {
  position: Vector3;
  target: Vector3;
}

/** The share of the picture that is left free at each edge. */
const MARGIN = 0.035;

/** Right, up, and back towards the camera. */
function axes({ angle, height }: Facing): [Vector3, Vector3, Vector3] {
  const back = new Vector3(Math.sin(angle) * Math.cos(height), Math.sin(height), Math.cos(angle) * Math.cos(height));
  const right = new Vector3(Math.cos(angle), 0, -Math.sin(angle));
  return [right, back.clone().cross(right), back];
}

/**
 * Where to stand, looking this way, so that the picture just holds all points. Each bounds how near the camera may come by the
 * edge that it meets first: what is near looks larger, so that edge is not the same for all.
 */
export function standpoint(points: readonly Vector3[], facing: Facing, lens: Lens, margin = MARGIN): Standpoint {
  const [right, up, back] = axes(facing);
  const room = lens.half * (1 - 2 * margin);
  const depths = points.map((point) => point.dot(back));
  const nearest = (axis: Vector3, tangent: number): number => {
    const places = points.map((point) => point.dot(axis));
    const most = Math.max(...places.map((place, i) => place + depths[i]! * tangent));
    const least = Math.min(...places.map((place, i) => place - depths[i]! * tangent));
    return (most - least) / (2 * tangent);
  };
  const distance = Math.max(nearest(right, room * lens.aspect), nearest(up, room));
  // Where the picture has its middle: as far from the one edge of what is seen as from the other.
  const centre = (axis: Vector3): number => {
    const places = points.map((point) => point.dot(axis));
    let [low, high] = [Math.min(...places), Math.max(...places)];
    for (let halvings = 0; halvings < 48; halvings++) {
      const middle = (low + high) / 2;
      const seen = places.map((place, i) => (place - middle) / (distance - depths[i]!));
      if (Math.max(...seen) + Math.min(...seen) > 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const middle = (Math.max(...depths) + Math.min(...depths)) / 2;
  const target = right.clone().multiplyScalar(centre(right)).addScaledVector(up, centre(up)).addScaledVector(back, middle);
  return { position: target.clone().addScaledVector(back, distance - middle), target };
}

/** What a finger meets for sure, in pixels. */
const FINGER = 44;
/** For less than that nobody is moved about. */
const WORTHWHILE = 0.85;

/**
 * Where to stand on a small screen to press one of these places: as near as they allow, yet no nearer than a finger needs; null if
 * that is no nearer than the whole game. `height`: that of the picture, in pixels.
 */
export function closer(
  whole: Standpoint,
  places: readonly Vector3[],
  pitch: number,
  facing: Facing,
  lens: Lens,
  height: number,
): Standpoint | null {
  const around = places.flatMap(({ x, y, z }) => corners(new Vector3(x - pitch, y, z - pitch), new Vector3(x + pitch, y, z + pitch)));
  const { position, target } = standpoint(around, facing, lens);
  const distance = Math.max(position.distanceTo(target), (pitch * height) / (2 * lens.half * FINGER));
  const away = whole.position.distanceTo(whole.target);
  if (distance > away * WORTHWHILE) return null;
  // No farther aside than the whole picture reaches: beyond it there is nothing to press.
  const [right, up, back] = axes(facing);
  const room = (away - distance) * lens.half;
  const aside = target.sub(whole.target);
  const kept = (axis: Vector3, most: number): number => Math.min(most, Math.max(-most, aside.dot(axis)));
  const middle = whole.target
    .clone()
    .addScaledVector(right, kept(right, room * lens.aspect))
    .addScaledVector(up, kept(up, room));
  middle.addScaledVector(back, aside.dot(back));
  return { target: middle, position: back.multiplyScalar(distance).add(middle) };
}

/** The eight corners of a box. */
export const corners = (least: Vector3, most: Vector3): Vector3[] =>
  [least.x, most.x].flatMap((x) => [least.y, most.y].flatMap((y) => [least.z, most.z].map((z) => new Vector3(x, y, z))));
