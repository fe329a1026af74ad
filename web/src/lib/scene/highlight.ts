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
import { Instances, type Spot } from './instances';
import { marks } from './materials';

/** Flat marks on cells and faces, over whatever they lie on, in just this colour. */
function marksOf(geometry: BufferGeometry, colour: number, opacity: number, capacity: number): Instances {
  const material = new MeshBasicMaterial({
    color: colour,
    transparent: true,
    opacity,
    side: DoubleSide,
    depthWrite: false,
    toneMapped: false,
  });
  const found = new Instances(geometry.rotateX(-Math.PI / 2), material, capacity);
  found.mesh.renderOrder = 3;
  return found;
}

/** Marks in two colours, one within the other: whatever they lie on, one of the two shows. */
export class Marks {
  readonly group = new Group();
  readonly #layers: readonly Instances[];

  constructor(under: Instances, over: Instances) {
    over.mesh.renderOrder = under.mesh.renderOrder + 1;
    this.#layers = [under, over];
    this.group.add(under.mesh, over.mesh);
  }

  show(spots: readonly Spot[]): void {
    for (const layer of this.#layers) layer.show(spots);
  }
}

/** Rings of this radius and width. */
const ringMarks = (radius: number, width: number, capacity: number, edge: number, core: number): Marks =>
  new Marks(
    marksOf(new RingGeometry(radius - width, radius + width, 40), edge, 0.9, capacity),
    marksOf(new RingGeometry(radius - width * 0.55, radius + width * 0.55, 40), core, 1, capacity),
  );

/** On the cells an action may lead to: bright between two dark lines. */
export const rings = (inner: number, outer: number, capacity: number): Marks =>
  ringMarks((inner + outer) / 2, (outer - inner) / 2 + 0.06, capacity, marks.goEdge, marks.ready);

/** Where the last action was: a pencilled ring between two pale ones. */
export const lastRings = (radius: number, width: number, capacity: number): Marks =>
  ringMarks(radius, width, capacity, marks.paper, marks.pencil);

/** What an action would bring about: gold between two dark lines. */
export const goldRings = (radius: number, width: number, capacity: number): Marks =>
  ringMarks(radius, width, capacity, marks.pencil, marks.gold);

/** Discs on the faces and cells that can be chosen: bright with a dark edge. */
export const targetDiscs = (radius: number, capacity: number): Marks =>
  new Marks(
    marksOf(new CircleGeometry(radius, 24), marks.goEdge, 0.9, capacity),
    marksOf(new CircleGeometry(radius * 0.78, 24), marks.ready, 1, capacity),
  );

/** Discs on faces. */
export const discs = (radius: number, capacity: number, colour: number, opacity: number): Instances =>
  marksOf(new CircleGeometry(radius, 24), colour, opacity, capacity);

/** A ribbon along a path with an arrow at its end. Its edge shows it on whatever it passes. */
export class Ribbon {
  readonly group = new Group();
  private readonly bands: { line: Mesh<BufferGeometry, MeshBasicMaterial>; tip: Mesh<ConeGeometry, MeshBasicMaterial>; width: number }[];
  private way = '';

  constructor(
    colour: number,
    width: number,
    private readonly opacity = 0.9,
    edge: number = marks.paper,
  ) {
    this.bands = [
      { colour: edge, width: width * 1.7 },
      { colour, width },
    ].map((band, i) => {
      const material = new MeshBasicMaterial({ color: band.colour, transparent: true, opacity, depthWrite: false, toneMapped: false });
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

/** The way of an action that is looked at: bright between two dark lines, as the places it may lead to are. */
export const routeRibbon = (width: number): Ribbon => new Ribbon(marks.ready, width, 0.95, marks.goEdge);
