import { Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { drawn, font } from './materials';

export interface Name {
  text: string;
  /** What it names, in centimetres; `z` grows towards the first seat. */
  x: number;
  z: number;
  /** How far to the right of that, and how much nearer, it stands, as whoever looks sees it. */
  right?: number;
  near?: number;
}

/** The names of places, printed over a square of this width; one draw call. They stand upright before whoever looks. */
export class Coordinates {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  #angle: number | null = null;

  constructor(
    private readonly names: readonly Name[],
    private readonly width: number,
    high: number,
    private readonly size: number,
    private readonly ink = '#2a241d',
    private readonly edge = '#fff8e6',
  ) {
    const material = new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false });
    this.mesh = new Mesh(new PlaneGeometry(width, width).rotateX(-Math.PI / 2), material);
    this.mesh.position.y = high;
    this.mesh.renderOrder = 2;
    this.mesh.visible = false;
  }

  /** `angle`: from which side they are read, 0 is from the south. Nothing is drawn before it is wanted. */
  show(visible: boolean, angle: number): void {
    this.mesh.visible = visible;
    if (!visible || angle === this.#angle) return;
    this.#angle = angle;
    this.mesh.material.map?.dispose();
    this.mesh.material.map = drawn(2048, (pen, pixels) => this.#print(pen, pixels / this.width, angle));
    this.mesh.material.needsUpdate = true;
  }

  #print(pen: CanvasRenderingContext2D, scale: number, angle: number): void {
    pen.font = font(this.size * scale);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = this.size * scale * 0.22;
    pen.strokeStyle = this.edge;
    pen.fillStyle = this.ink;
    for (const { text, x, z, right = 0, near = 0 } of this.names) {
      pen.save();
      pen.translate((x + this.width / 2) * scale, (z + this.width / 2) * scale);
      pen.rotate(-angle);
      pen.strokeText(text, right * scale, near * scale);
      pen.fillText(text, right * scale, near * scale);
      pen.restore();
    }
  }
}
