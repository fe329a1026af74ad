import { Sprite, SpriteMaterial } from 'three';
import { drawn } from './materials';

/** A short text that always faces the camera. */
export class Label {
  readonly sprite = new Sprite(new SpriteMaterial({ depthTest: false, transparent: true }));
  private text = '';

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
    this.sprite.material.map = drawn(128, (context, size) => {
      context.beginPath();
      context.arc(size / 2, size / 2, size * 0.42, 0, 2 * Math.PI);
      context.fillStyle = 'rgba(255, 253, 248, 0.94)';
      context.fill();
      context.lineWidth = 5;
      context.strokeStyle = '#2a241d';
      context.stroke();
      context.fillStyle = '#2a241d';
      context.font = `600 ${text.length > 2 ? 40 : 62}px "Source Sans 3 Variable", sans-serif`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(text, size / 2, size / 2 + 4);
    });
    this.sprite.material.needsUpdate = true;
    this.sprite.scale.set(this.size, this.size, 1);
  }
}
