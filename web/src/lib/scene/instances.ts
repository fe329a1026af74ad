import { type BufferGeometry, Color, InstancedMesh, type Material, Matrix4, Quaternion, Vector3 } from 'three';

/** Where one of them is. */
export interface Spot {
  at: Vector3;
  /** What a click on it picks; left out: nothing. */
  name?: string;
  scale?: number;
  turn?: Quaternion;
  /** What its own colour is multiplied by. */
  tint?: Color;
}

const STILL = new Quaternion();
const NO_TINT = new Color(1, 1, 1);

/** Many pieces or marks alike, as many as are shown: one draw call. */
export class Instances {
  readonly mesh: InstancedMesh;

  /** `solid` ones cast shadows and take them. */
  constructor(geometry: BufferGeometry, material: Material, capacity: number, solid = false) {
    this.mesh = new InstancedMesh(geometry, material, capacity);
    this.mesh.castShadow = this.mesh.receiveShadow = solid;
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
  }

  show(spots: readonly Spot[]): void {
    const shown = spots.slice(0, this.mesh.instanceMatrix.count);
    const tinted = this.mesh.instanceColor !== null || shown.some(({ tint }) => tint);
    shown.forEach(({ at, scale = 1, turn = STILL, tint = NO_TINT }, index) => {
      this.mesh.setMatrixAt(index, new Matrix4().compose(at, turn, new Vector3(scale, scale, scale)));
      if (tinted) this.mesh.setColorAt(index, tint);
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.mesh.count = shown.length;
    this.mesh.userData.targets = shown.map(({ name }) => name ?? '');
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.computeBoundingSphere();
  }
}
