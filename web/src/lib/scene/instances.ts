import { type BufferGeometry, InstancedMesh, type Material, Matrix4, Quaternion, Vector3 } from 'three';

/** Where one of them is. */
export interface Spot {
  at: Vector3;
  /** What a click on it picks; left out: nothing. */
  name?: string;
  scale?: number;
  turn?: Quaternion;
}

const STILL = new Quaternion();

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
    shown.forEach(({ at, scale = 1, turn = STILL }, index) => {
      this.mesh.setMatrixAt(index, new Matrix4().compose(at, turn, new Vector3(scale, scale, scale)));
    });
    this.mesh.count = shown.length;
    this.mesh.userData.targets = shown.map(({ name }) => name ?? '');
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.computeBoundingSphere();
  }
}
