import {
  BufferGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  TubeGeometry,
  type Vector3,
} from 'three';
import { marks } from './materials';

/** Soft rings on the cells an action may lead to; as many as are needed, one draw call. */
export class Rings {
  readonly mesh: InstancedMesh;

  constructor(inner: number, outer: number, capacity: number, colour: number = marks.go) {
    const geometry = new RingGeometry(inner, outer, 32).rotateX(-Math.PI / 2);
    const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.75, side: DoubleSide, depthWrite: false });
    this.mesh = new InstancedMesh(geometry, material, capacity);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.mesh.count = 0;
  }

  show(places: readonly Vector3[]): void {
    const matrix = new Matrix4();
    places.slice(0, this.mesh.instanceMatrix.count).forEach((place, index) => {
      this.mesh.setMatrixAt(index, matrix.makeTranslation(place.x, place.y, place.z));
    });
    this.mesh.count = Math.min(places.length, this.mesh.instanceMatrix.count);
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.computeBoundingSphere();
  }
}

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
