import { Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { drawn } from './materials';

export interface Name {
  text: string;
  /** Where its middle is, in centimetres; `z` grows towards the first seat. */
  x: number;
  z: number;
}

/** The names of places, printed over a square of this width; one draw call. They read upright from the first seat, or turned. */
export function coordinates(names: readonly Name[], width: number, high: number, size: number, ink = '#2a241d', edge = '#fff8e6'): Mesh {
  const map = drawn(2048, (pen, pixels) => {
    const scale = pixels / width;
    pen.font = `600 ${size * scale}px "Source Sans 3 Variable", sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = size * scale * 0.22;
    pen.strokeStyle = edge;
    pen.fillStyle = ink;
    for (const { text, x, z } of names) {
      const [left, top] = [(x + width / 2) * scale, (z + width / 2) * scale];
      pen.strokeText(text, left, top);
      pen.fillText(text, left, top);
    }
  });
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  const mesh = new Mesh(new PlaneGeometry(width, width).rotateX(-Math.PI / 2), material);
  mesh.position.y = high;
  mesh.renderOrder = 2;
  mesh.visible = false;
  return mesh;
}
