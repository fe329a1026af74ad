import {
  BufferGeometry,
  CatmullRomCurve3,
  CircleGeometry,
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  TubeGeometry,
  type Vector3,
} from 'three';
import { Instances } from './instances';
import { marks } from './materials';

/** Flat marks on cells and faces, over whatever they lie on. */
function marksOf(geometry: BufferGeometry, colour: number, opacity: number, capacity: number): Instances {
  const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity, side: DoubleSide, depthWrite: false });
  const found = new Instances(geometry.rotateX(-Math.PI / 2), material, capacity);
  found.mesh.renderOrder = 3;
  return found;
}

/** Soft rings on the cells an action may lead to. */
export const rings = (inner: number, outer: number, capacity: number, colour: number = marks.go): Instances =>
  marksOf(new RingGeometry(inner, outer, 32), colour, 0.75, capacity);

/** Discs on faces. */
export const discs = (radius: number, capacity: number, colour: number, opacity: number): Instances =>
  marksOf(new CircleGeometry(radius, 24), colour, opacity, capacity);

/** A ribbon along a path with an arrow at its end: the last action in pencil, a route in colour. */
export class Ribbon {
  readonly group = new Group();
  private readonly line: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly tip: Mesh<ConeGeometry, MeshBasicMaterial>;

  constructor(
    colour: number,
    private readonly width: number,
    opacity = 0.85,
  ) {
    const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false });
    this.line = new Mesh(new BufferGeometry(), material);
    this.tip = new Mesh(new ConeGeometry(width * 2.6, width * 6, 12), material);
    this.line.renderOrder = this.tip.renderOrder = 4;
    this.group.add(this.line, this.tip);
    this.group.visible = false;
  }

  show(points: readonly Vector3[] | null): void {
    this.group.visible = points !== null && points.length > 1;
    if (!points || points.length < 2) return;
    const curve = new CatmullRomCurve3([...points], false, 'centripetal', 0.5);
    this.line.geometry.dispose();
    this.line.geometry = new TubeGeometry(curve, points.length * 10, this.width, 6, false);
    const end = curve.getPoint(1);
    const tangent = curve.getTangent(1);
    this.tip.position.copy(end);
    this.tip.quaternion.setFromUnitVectors(this.tip.up.clone().set(0, 1, 0), tangent);
  }
}
