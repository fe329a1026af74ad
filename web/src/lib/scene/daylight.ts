import { AmbientLight, DirectionalLight, Group, HemisphereLight, type Vector3 } from 'three';
import type { SceneSettings } from './types';

/** The light of a room with a window to the left of whoever looks: a key with shadows, a rim from behind, a fill from everywhere. */
export class Daylight {
  readonly group = new Group();
  private readonly key = new DirectionalLight(0xfff1dc, 2.4);
  /** From behind and the right: dark pieces get a bright edge on the side that the window leaves dark. */
  private readonly rim = new DirectionalLight(0xdfe9ff, 1);
  private readonly fill = new AmbientLight(0xffffff, 0.25);

  constructor(span: number, software: boolean) {
    this.key.position.set(-span, span * 1.3, span * 0.5);
    this.rim.position.set(span, span * 0.7, -span * 0.35);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    const reach = span * 0.85;
    Object.assign(this.key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: span * 4 });
    this.key.shadow.bias = -0.0006;
    this.key.shadow.normalBias = 0.04;
    this.key.shadow.radius = 5;
    this.group.add(this.key, this.key.target, this.rim, this.rim.target, this.fill);
    // Without reflections of the room, its light comes from above and, less, from the table.
    if (software) this.group.add(new HemisphereLight(0xffffff, 0x9c8f7c, 1.6));
  }

  /** The middle of what it shines on, and from which side that is looked at. */
  aim(middle: Vector3, angle: number): void {
    this.group.position.copy(middle);
    this.group.rotation.y = angle;
  }

  show({ theme, contrast }: SceneSettings): void {
    const dark = theme === 'dark';
    this.key.intensity = dark ? 1.9 : 2.4;
    this.rim.intensity = dark ? 1.3 : 0.9;
    // Nothing is left in the dark where differences must be plain.
    this.fill.intensity = (dark ? 0.4 : 0.25) + (contrast ? 0.5 : 0);
  }
}
