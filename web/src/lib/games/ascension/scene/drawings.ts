import type { Face } from '../types';

type Pen = CanvasRenderingContext2D;

/** The colour of each seat's figure; the signs that belong to nobody are inked dark. */
export const ink: Partial<Record<Face, string>> = { T: '#2f5d8a', C: '#b3402e', S: '#9a6f12', E: '#3f6d45' };

const polygon = (pen: Pen, points: readonly (readonly [number, number])[], size: number): void => {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x * size, y * size) : pen.lineTo(x * size, y * size)));
  pen.closePath();
};

const shapes: Partial<Record<Face, (pen: Pen, size: number) => void>> = {
  T: (pen, size) => {
    polygon(
      pen,
      [
        [0.5, 0.18],
        [0.84, 0.78],
        [0.16, 0.78],
      ],
      size,
    );
    pen.fill();
  },
  C: (pen, size) => {
    pen.beginPath();
    pen.arc(size / 2, size / 2, size * 0.32, 0, 2 * Math.PI);
    pen.fill();
  },
  S: (pen, size) => pen.fillRect(size * 0.22, size * 0.22, size * 0.56, size * 0.56),
  E: (pen, size) => {
    const points = Array.from({ length: 10 }, (_, i) => {
      const [angle, reach] = [-Math.PI / 2 + (i * Math.PI) / 5, i % 2 ? 0.16 : 0.37];
      return [0.5 + Math.cos(angle) * reach, 0.52 + Math.sin(angle) * reach] as const;
    });
    polygon(pen, points, size);
    pen.fill();
  },
  // A ladder: two rails and rungs.
  L: (pen, size) => {
    pen.beginPath();
    for (const x of [0.34, 0.66]) {
      pen.moveTo(x * size, size * 0.16);
      pen.lineTo(x * size, size * 0.84);
    }
    for (const y of [0.28, 0.43, 0.58, 0.73]) {
      pen.moveTo(size * 0.34, y * size);
      pen.lineTo(size * 0.66, y * size);
    }
    pen.stroke();
  },
  // A mattress: a soft block with buttons.
  M: (pen, size) => {
    pen.beginPath();
    pen.roundRect(size * 0.16, size * 0.36, size * 0.68, size * 0.3, size * 0.09);
    pen.stroke();
    for (const x of [0.32, 0.5, 0.68]) {
      pen.beginPath();
      pen.arc(x * size, size * 0.51, size * 0.035, 0, 2 * Math.PI);
      pen.fill();
    }
  },
  // A spring: a zigzag between two plates.
  R: (pen, size) => {
    pen.beginPath();
    pen.moveTo(size * 0.26, size * 0.2);
    pen.lineTo(size * 0.74, size * 0.2);
    [0.3, 0.42, 0.54, 0.66].forEach((y, i) => pen.lineTo(size * (i % 2 ? 0.7 : 0.3), y * size));
    pen.lineTo(size * 0.74, size * 0.78);
    pen.lineTo(size * 0.26, size * 0.78);
    pen.stroke();
  },
  // A cable car: a cabin on a rope.
  K: (pen, size) => {
    pen.beginPath();
    pen.moveTo(size * 0.14, size * 0.34);
    pen.lineTo(size * 0.86, size * 0.18);
    pen.moveTo(size * 0.5, size * 0.26);
    pen.lineTo(size * 0.5, size * 0.46);
    pen.stroke();
    pen.beginPath();
    pen.roundRect(size * 0.28, size * 0.46, size * 0.44, size * 0.34, size * 0.06);
    pen.stroke();
    pen.strokeRect(size * 0.38, size * 0.54, size * 0.24, size * 0.1);
  },
  // A bivouac: a tent.
  B: (pen, size) => {
    polygon(
      pen,
      [
        [0.5, 0.22],
        [0.86, 0.78],
        [0.14, 0.78],
      ],
      size,
    );
    pen.stroke();
    polygon(
      pen,
      [
        [0.5, 0.46],
        [0.62, 0.78],
        [0.38, 0.78],
      ],
      size,
    );
    pen.fill();
  },
  // A chasm: a crack.
  G: (pen, size) => {
    polygon(
      pen,
      [
        [0.42, 0.12],
        [0.62, 0.34],
        [0.52, 0.46],
        [0.7, 0.66],
        [0.56, 0.9],
        [0.46, 0.68],
        [0.3, 0.5],
        [0.44, 0.36],
      ],
      size,
    );
    pen.fill();
  },
  // The joker: a diamond in a ring.
  J: (pen, size) => {
    polygon(
      pen,
      [
        [0.5, 0.24],
        [0.72, 0.5],
        [0.5, 0.76],
        [0.28, 0.5],
      ],
      size,
    );
    pen.fill();
    pen.beginPath();
    pen.arc(size / 2, size / 2, size * 0.38, 0, 2 * Math.PI);
    pen.stroke();
  },
  '.': (pen, size) => {
    pen.beginPath();
    pen.moveTo(size * 0.35, size * 0.5);
    pen.lineTo(size * 0.65, size * 0.5);
    pen.stroke();
  },
};

export const drawable = Object.keys(shapes) as Face[];

/** The drawings are made with a wide margin; carved, they fill their face. */
const FILL = 1.2;

/** Draws a face as it is carved, on nothing. */
export function drawFace(pen: Pen, size: number, face: Face): void {
  pen.save();
  pen.translate(size / 2, size / 2);
  pen.scale(FILL, FILL);
  pen.translate(-size / 2, -size / 2);
  pen.strokeStyle = pen.fillStyle = ink[face] ?? '#2a2118';
  pen.lineWidth = size * 0.075;
  pen.lineJoin = pen.lineCap = 'round';
  shapes[face]?.(pen, size);
  pen.restore();
}
