import { CanvasTexture, Mesh, MeshLambertMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import { canvas, fibres, noise } from './materials';

const BOARDS = 9;

/** The table that a game stands on: oak boards in daylight, gone before the eye reaches their end. Matt: it fills the screen, so it must be cheap. */
export function tabletop(span: number): Mesh<PlaneGeometry, MeshLambertMaterial> {
  const [element, pen] = canvas(1024);
  const size = element.width;
  const random = noise(23);
  const high = size / BOARDS;
  for (let i = 0; i < BOARDS; i++) {
    pen.save();
    pen.beginPath();
    pen.rect(0, i * high, size, high);
    pen.clip();
    pen.fillStyle = ['#c7ac80', '#cdb389', '#c2a578', '#d0b88f'][Math.floor(random() * 4)]!;
    pen.fillRect(0, i * high, size, high);
    fibres(
      pen,
      random,
      '#7a5a34',
      0.5,
      [
        [22, 7, 0.07],
        [90, 1.3, 0.14],
      ],
      i * high,
      high,
    );
    pen.globalAlpha = 0.5;
    pen.fillStyle = '#6b4f2f';
    pen.fillRect(0, i * high, size, 1.5);
    pen.restore();
  }
  const fade = pen.createRadialGradient(size / 2, size / 2, size * 0.2, size / 2, size / 2, size * 0.5);
  fade.addColorStop(0, '#000');
  fade.addColorStop(1, 'transparent');
  pen.globalCompositeOperation = 'destination-in';
  pen.fillStyle = fade;
  pen.fillRect(0, 0, size, size);
  const map = new CanvasTexture(element);
  map.colorSpace = SRGBColorSpace;
  const top = new Mesh(
    new PlaneGeometry(span * 4.4, span * 4.4).rotateX(-Math.PI / 2),
    new MeshLambertMaterial({ map, transparent: true, depthWrite: false }),
  );
  top.receiveShadow = true;
  top.renderOrder = -1;
  return top;
}
