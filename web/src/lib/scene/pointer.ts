import { type Camera, type Intersection, type Object3D, Raycaster, Vector2, type Vector3 } from 'three';
import type { SceneHost } from './types';

/** What the `userData` of something that can be clicked says. */
interface Pickable {
  target?: string;
  targets?: string[];
  exact?: (point: Vector3, name: string) => string;
}

/** What the pointer is on, and what a press means: a tap picks, a drag turns the camera. */
export class Pointer {
  /**
   * What can be clicked: meshes with `userData.target`, or instanced ones with `userData.targets`. `userData.exact` names the
   * very place on one of them.
   */
  pickables: Object3D[] = [];
  private readonly raycaster = new Raycaster();
  private pressed: Vector2 | null = null;

  /** `beside`: two quick presses beside everything. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly lens: Camera,
    private readonly host: SceneHost,
    private readonly beside: () => void,
  ) {
    canvas.addEventListener('pointerdown', this.onDown);
    canvas.addEventListener('pointerup', this.onUp);
    canvas.addEventListener('pointermove', this.onMove);
    canvas.addEventListener('pointerleave', this.onLeave);
    canvas.addEventListener('dblclick', this.onDouble);
  }

  /** What is seen there; empty names for nothing. */
  at(event: Pick<MouseEvent, 'clientX' | 'clientY'>): { name: string; exact: string } {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.raycaster.setFromCamera(point, this.lens);
    const hits: Intersection[] = this.raycaster.intersectObjects(this.pickables, true);
    for (const hit of hits) {
      const { target, targets, exact } = hit.object.userData as Pickable;
      const name = (hit.instanceId === undefined ? target : targets?.[hit.instanceId]) ?? '';
      const place = exact?.(hit.point, name) ?? name;
      if (place && hit.object.visible) return { name: name || place, exact: place };
    }
    return { name: '', exact: '' };
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.pressed = new Vector2(event.clientX, event.clientY);
  };

  private readonly onUp = (event: PointerEvent): void => {
    const moved = this.pressed?.distanceTo(new Vector2(event.clientX, event.clientY)) ?? Infinity;
    this.pressed = null;
    if (moved >= 6 || event.button !== 0) return;
    const { name, exact } = this.at(event);
    this.host.pick(name, exact);
  };

  private readonly onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || this.pressed) return;
    const { name } = this.at(event);
    this.canvas.style.cursor = name ? 'pointer' : 'grab';
    this.host.hover(name || null);
  };

  private readonly onLeave = (): void => this.host.hover(null);
  /** Two quick presses on pieces are two presses. */
  private readonly onDouble = (event: MouseEvent): void => {
    if (this.at(event).name === '') this.beside();
  };

  dispose(): void {
    this.canvas.removeEventListener('pointerdown', this.onDown);
    this.canvas.removeEventListener('pointerup', this.onUp);
    this.canvas.removeEventListener('pointermove', this.onMove);
    this.canvas.removeEventListener('pointerleave', this.onLeave);
    this.canvas.removeEventListener('dblclick', this.onDouble);
  }
}
