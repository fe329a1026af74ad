import { Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { drawn, font } from '../../../scene/materials';
import { w } from '../words';

/** A compass rose in the felt; its letters stand upright before whoever looks. */
export function compass(width: number, seatAngle: (seat: number) => number): { mesh: Mesh; show(seat: number, named: boolean): void } {
  const material = new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false });
  const mesh = new Mesh(new PlaneGeometry(width, width).rotateX(-Math.PI / 2), material);
  // Over the names of the cells that it covers.
  mesh.renderOrder = 3;
  let shown = '';
  return {
    mesh,
    show(seat, named) {
      // The words may come later than the board.
      const key = `${seat} ${named} ${directions().join(' ')}`;
      if (key === shown) return;
      shown = key;
      material.map?.dispose();
      material.map = drawn(256, (pen, size) => {
        if (named) disc(pen, size);
        rose(pen, size, -seatAngle(seat));
      });
      material.needsUpdate = true;
    },
  };
}

const directions = (): [string, string, string, string] => [w('compass.x+'), w('compass.x-'), w('compass.y+'), w('compass.y-')];

/** Where names lie beneath, they do not show through. */
function disc(pen: CanvasRenderingContext2D, size: number): void {
  pen.fillStyle = '#4a5560';
  pen.beginPath();
  pen.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI);
  pen.fill();
}

function rose(pen: CanvasRenderingContext2D, size: number, turn: number): void {
  const mid = size / 2;
  pen.font = font(58);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = pen.lineCap = 'round';
  const [east, west, north, south] = directions();
  const points = [
    [1, 0, east],
    [-1, 0, west],
    [0, -1, north],
    [0, 1, south],
  ] as const;
  // Dark around pale: it shows on felt and on paper.
  for (const [colour, width, edge] of [
    ['#1f262c', 14, 12],
    ['#fdf9ee', 5, 0],
  ] as const) {
    pen.strokeStyle = pen.fillStyle = colour;
    for (const [x, y, name] of points) {
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(mid, mid);
      pen.lineTo(mid + x * size * 0.22, mid + y * size * 0.22);
      pen.stroke();
      pen.save();
      pen.translate(mid + x * size * 0.37, mid + y * size * 0.37);
      pen.rotate(turn);
      pen.lineWidth = edge;
      if (edge > 0) pen.strokeText(name, 0, 3);
      pen.fillText(name, 0, 3);
      pen.restore();
    }
  }
}
