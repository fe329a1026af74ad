import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { closer, type Facing, type Framing, type Lens, type Standpoint, standpoint } from './framing';
import type { CameraName, CanvasPoint, Pose } from './types';

/** How high above the table someone sits, as an angle. */
const SEATED = 0.86;
const STANDING = 1.12;
/** From above one looks from far away through a long lens: what is higher is hardly larger, as in a plan. */
const LENS = 32;
const LONG = 3;
/** How near one may go and how far away, in widths of the game; and how much farther than a standard view. */
const NEAREST = 0.6;
const FARTHEST = 4;
const FARTHER = 2.5;

/** Where the camera goes, and through which lens it looks there. */
interface View extends Standpoint {
  fov: number;
}

const tangent = (fov: number): number => Math.tan((fov * Math.PI) / 360);

/** A camera on an orbit: standard views that hold the whole game, and whoever looks may turn it within limits. */
export class OrbitCamera {
  readonly lens = new PerspectiveCamera(LENS, 1, 1, 600);
  readonly controls: OrbitControls;
  viewing = 1;
  #travels = false;
  /** The standard view it was last sent to, and its pose there. */
  #sent: { name: CameraName; pose: Pose } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly framing: Framing,
    moved: () => void,
  ) {
    this.controls = new OrbitControls(this.lens, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.06;
    this.reset();
    this.controls.addEventListener('change', () => {
      this.#focus(this.lens.fov);
      moved();
    });
  }

  /** The way to a standard view, from 0 to 1. */
  way(name: CameraName): (t: number) => void {
    const view = this.#view(name);
    this.#sent = { name, pose: [...view.position.toArray(), ...view.target.toArray()] };
    return this.#to(view, true);
  }

  /** The way to these places where the screen is too small to press one of them among all; null where it is not. */
  toPress(places: readonly Vector3[]): ((t: number) => void) | null {
    const { standard } = this;
    if (!standard || !this.narrow) return null;
    const { clientHeight } = this.canvas;
    const whole = this.#view(standard);
    const near = closer(whole, places, this.framing.pitch, this.#facing(standard), this.#lens(whole.fov), clientHeight);
    if (!near) return null;
    this.#sent = { name: standard, pose: [...near.position.toArray(), ...near.target.toArray()] };
    return this.#to({ ...near, fov: whole.fov }, false);
  }

  /** The way nearer to a place, from where the camera is. */
  nearer(place: Vector3): (t: number) => void {
    const { position } = this.lens;
    const target = this.controls.target.clone().lerp(place, 0.6);
    return this.#to(
      { target, position: position.clone().sub(this.controls.target).multiplyScalar(0.82).add(target), fov: this.lens.fov },
      false,
    );
  }

  #to(goal: View, around: boolean): (t: number) => void {
    const [from, fromTarget, fromFov] = [this.lens.position.clone(), this.controls.target.clone(), this.lens.fov];
    // As large as what is seen: a longer lens stands farther away.
    const size = from.distanceTo(fromTarget) * tangent(fromFov);
    const goalSize = goal.position.distanceTo(goal.target) * tangent(goal.fov);
    const [start, end] = [from.sub(fromTarget).normalize(), goal.position.clone().sub(goal.target).normalize()];
    this.controls.minDistance = 0;
    this.controls.maxDistance = Infinity;
    this.#travels = true;
    return (t) => {
      if (t === 1) return this.#stand(goal);
      const fov = fromFov + (goal.fov - fromFov) * t;
      const distance = (size + (goalSize - size) * t) / tangent(fov);
      this.controls.target.lerpVectors(fromTarget, goal.target, t);
      const direction = new Vector3().lerpVectors(start, end, t);
      // Over the table, where two views face each other.
      if (around && direction.lengthSq() < 0.05) direction.y += 0.3;
      this.lens.position.copy(direction.normalize().multiplyScalar(distance).add(this.controls.target));
      this.#focus(fov);
      this.controls.update();
    };
  }

  #stand(view: View): void {
    this.#travels = false;
    this.lens.position.copy(view.position);
    this.controls.target.copy(view.target);
    this.#limit(view);
    this.#focus(view.fov);
    this.controls.update();
  }

  /** A long lens is far away: what it sees lies between other planes. */
  #focus(fov: number): void {
    const distance = this.lens.position.distanceTo(this.controls.target);
    this.lens.fov = fov;
    this.lens.near = Math.max(1, distance - this.framing.span * 6);
    this.lens.far = distance + this.framing.span * 12;
    this.lens.updateProjectionMatrix();
  }

  #limit({ position, target, fov }: View): void {
    const distance = position.distanceTo(target);
    // As many widths away as through the usual lens.
    const width = (this.framing.span * tangent(LENS)) / tangent(fov);
    this.controls.minDistance = Math.min(width * NEAREST, distance * 0.5);
    this.controls.maxDistance = Math.max(width * FARTHEST, distance * FARTHER);
  }

  /** A phone, upright. */
  get narrow(): boolean {
    return this.lens.aspect < 0.85;
  }

  #facing(name: CameraName): Facing {
    const around = this.framing.seatAngle(this.viewing, this.narrow);
    // On a narrow screen one stands up: seen from higher, the board is as long as the screen allows.
    const seat = { angle: around, height: this.narrow ? STANDING : SEATED };
    return {
      seat,
      reset: seat,
      // A plan lies as on an upright phone, along the edges of the picture.
      top: { angle: this.framing.seatAngle(this.viewing, true), height: Math.PI / 2 - 0.001 },
      side: { angle: around + Math.PI / 2, height: 0.35 },
      front: { angle: around, height: 0.3 },
    }[name];
  }

  #view(name: CameraName): View {
    const fov = name === 'top' ? LONG : LENS;
    return { ...standpoint(this.#points, this.#facing(name), this.#lens(fov)), fov };
  }

  #lens = (fov: number): Lens => ({ half: tangent(fov), aspect: this.lens.aspect });

  pose(): Pose {
    return [...this.lens.position.toArray(), ...this.controls.target.toArray()];
  }

  /** Puts the camera where a pose says, within its limits. Whoever is as far away as that looked through the long lens. */
  take(pose: Pose): void {
    const [x = 0, y = 0, z = 0, tx = 0, ty = 0, tz = 0] = pose;
    const [position, target] = [new Vector3(x, y, z), new Vector3(tx, ty, tz)];
    const long = position.distanceTo(target) > this.framing.span * 8;
    this.#stand({ position, target, fov: long ? LONG : LENS });
    this.#limit(this.#view(long ? 'top' : 'seat'));
  }

  reset(): void {
    this.way('seat')(1);
  }

  /** It stays where it is, on its way or not. */
  halt(): void {
    if (!this.#travels) return;
    this.#travels = false;
    this.#limit(this.#view(this.#sent?.name ?? 'seat'));
  }

  /** The canvas has another shape; a standard view is fitted anew. */
  resize(width: number, height: number): void {
    this.lens.aspect = width / height;
    this.lens.updateProjectionMatrix();
    this.refit();
  }

  /** What is to be seen has changed: a standard view is taken up again, at once. */
  refit(): void {
    const { standard } = this;
    if (standard) this.way(standard)(1);
  }

  /** The standard view that it has, or is on its way to; null since somebody turned it. */
  get standard(): CameraName | null {
    if (!this.#sent || this.#travels) return this.#sent?.name ?? null;
    const now = this.pose();
    return this.#sent.pose.every((value, i) => Math.abs(value - now[i]!) < 0.01) ? this.#sent.name : null;
  }

  locate(place: Vector3 | null): CanvasPoint | null {
    if (!place) return null;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.lens.updateMatrixWorld();
    const { x, y, z } = place.clone().project(this.lens);
    return z > 1 ? null : { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
  }

  /** Whether all that is to be seen is in the picture. */
  get whole(): boolean {
    this.lens.updateMatrixWorld();
    return this.#points.every((point) => {
      const { x, y } = point.clone().project(this.lens);
      return Math.max(Math.abs(x), Math.abs(y)) <= 1;
    });
  }

  get #points(): readonly Vector3[] {
    return this.framing.points(this.narrow, this.viewing);
  }

  dispose(): void {
    this.controls.dispose();
  }
}
