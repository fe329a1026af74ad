import { Group, Sprite, SpriteMaterial, Vector3 } from 'three';
import type { View } from '../api/types';
import { drawn } from './materials';
import type { Stage } from './stage';

const FLOURISH = 1500;

/** The end of a game: the pieces that decided it wear a golden ring, are looked at once, and the rings dance for a moment. */
export class Finale {
  readonly group = new Group();
  private readonly material = new SpriteMaterial({ map: halo(), depthTest: false, transparent: true });
  /** Whether the game was seen to go on. */
  private running = false;

  constructor(
    private readonly stage: Stage,
    private readonly size: number,
  ) {
    this.group.renderOrder = 7;
    stage.world.add(this.group);
  }

  /** `decisive`: the pieces that made this seat win; asked when one has. */
  show({ turn }: View, decisive: (winner: number, by: string) => readonly Vector3[]): void {
    const over = 'over' in turn ? turn.over : null;
    const live = this.running;
    this.running = over === null;
    const winner = (over?.result.indexOf('1') ?? -1) + 1;
    const spots = over && winner > 0 ? decisive(winner, over.by) : [];
    if (over && !live && this.group.children.length === spots.length) return;
    this.group.clear();
    for (const spot of spots) {
      const ring = new Sprite(this.material);
      ring.position.copy(spot);
      ring.scale.setScalar(this.size);
      this.group.add(ring);
    }
    if (!live || spots.length === 0) return;
    const middle = spots.reduce((sum, spot) => sum.add(spot), new Vector3()).divideScalar(spots.length);
    this.stage.approach(middle);
    const step = (t: number): void =>
      this.group.children.forEach((ring, i) => ring.scale.setScalar(this.size * (1 + 0.5 * (1 - t) * Math.abs(Math.sin(t * 9 + i)))));
    this.stage.animate([{ duration: FLOURISH, step }]);
  }
}

const halo = () =>
  drawn(256, (pen, size) => {
    const mid = size / 2;
    for (const [radius, width, colour] of [
      [0.4, 26, 'rgba(42, 36, 29, 0.75)'],
      [0.4, 16, '#f2c14e'],
      [0.4, 5, '#fff6d8'],
    ] as const) {
      pen.beginPath();
      pen.arc(mid, mid, size * radius, 0, 2 * Math.PI);
      pen.lineWidth = width;
      pen.strokeStyle = colour;
      pen.stroke();
    }
  });
