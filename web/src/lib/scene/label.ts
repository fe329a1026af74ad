import { Sprite, SpriteMaterial } from 'three';
import { drawn, font } from './materials';

const PIXELS = 256;

/** A short text that always faces the camera. */
export class Label {
  readonly sprite = new Sprite(new SpriteMaterial({ depthTest: false, transparent: true, toneMapped: false }));
  private text = '';

  /** `size`: how high it is, in centimetres. */
  constructor(private readonly size: number) {
    this.sprite.renderOrder = 6;
    this.sprite.visible = false;
  }

  show(text: string | null, x = 0, y = 0, z = 0): void {
    this.sprite.visible = text !== null;
    if (text === null) return;
    this.sprite.position.set(x, y, z);
    if (text === this.text) return;
    this.text = text;
    this.sprite.material.map?.dispose();
    this.sprite.material.map = drawn(PIXELS, (pen, size) => {
      const high = size / 2 - 12;
      pen.font = font(62);
      const wide = Math.max(high, pen.measureText(text).width + 44);
      pen.beginPath();
      pen.roundRect((size - wide) / 2, (size - high) / 2, wide, high, high / 2);
      pen.fillStyle = 'rgba(255, 253, 248, 0.95)';
      pen.fill();
      pen.lineWidth = 5;
      pen.strokeStyle = '#2a241d';
      pen.stroke();
      pen.fillStyle = '#2a241d';
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(text, size / 2, size / 2 + 4, size - 40);
    });
    this.sprite.material.needsUpdate = true;
    this.sprite.scale.setScalar(this.size * 2);
  }
}
