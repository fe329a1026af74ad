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

/** Where the last action was: a pencilled ring between two pale ones, so that it shows on dark and on light. */
export function lastRings(radius: number, width: number, capacity: number): { group: Group; show: Instances['show'] } {
  const under = marksOf(new RingGeometry(radius - width, radius + width, 40), marks.paper, 0.9, capacity);
  const over = marksOf(new RingGeometry(radius - width * 0.45, radius + width * 0.45, 40), marks.pencil, 1, capacity);
  over.mesh.renderOrder = under.mesh.renderOrder + 1;
  const group = new Group();
  group.add(under.mesh, over.mesh);
  return {
    group,
    show(spots) {
      under.show(spots);
      over.show(spots);
    },
  };
}

/** Discs on faces. */
export const discs = (radius: number, capacity: number, colour: number, opacity: number): Instances =>
  marksOf(new CircleGeometry(radius, 24), colour, opacity, capacity);

/** A ribbon along a path with an arrow at its end: the last action in pencil, a route in colour. A pale edge shows it on dark. */
export class Ribbon {
  readonly group = new Group();
  private readonly bands: { line: Mesh<BufferGeometry, MeshBasicMaterial>; tip: Mesh<ConeGeometry, MeshBasicMaterial>; width: number }[];
  private way = '';

  constructor(
    colour: number,
    width: number,
    private readonly opacity = 0.9,
  ) {
    this.bands = [
      { colour: marks.paper as number, width: width * 1.7 },
      { colour, width },
    ].map((band, i) => {
      const material = new MeshBasicMaterial({ color: band.colour, transparent: true, opacity, depthWrite: false });
      const line = new Mesh(new BufferGeometry(), material);
      const tip = new Mesh(new ConeGeometry(width * 1.8 + band.width, width * 4.5 + band.width * 1.6, 16), material);
      line.renderOrder = tip.renderOrder = 4 + i;
      this.group.add(line, tip);
      return { line, tip, width: band.width };
    });
    this.group.visible = false;
  }

  /** How strongly it shows, from 0 to 1. */
  glow(strength: number): void {
    for (const { line } of this.bands) line.material.opacity = this.opacity * strength;
  }

  show(points: readonly Vector3[] | null): void {
    this.group.visible = points !== null && points.length > 1;
    if (!points || points.length < 2) return;
    const way = points.map((point) => point.toArray().join()).join(' ');
    if (way === this.way) return;
    this.way = way;
    const curve = new CatmullRomCurve3([...points], false, 'catmullrom', points.length > 3 ? 0.25 : 0.5);
    const end = curve.getPoint(1);
    const tangent = curve.getTangent(1);
    for (const { line, tip, width } of this.bands) {
      line.geometry.dispose();
      line.geometry = new TubeGeometry(curve, points.length * 10, width, 6, false);
      tip.position.copy(end);
      tip.quaternion.setFromUnitVectors(tip.up.clone().set(0, 1, 0), tangent);
    }
  }
}
