import { BoxGeometry, Group, Mesh } from 'three';
import { Label } from '../../../scene/label';
import { wood } from '../../../scene/materials';
import { RIM } from './grid';
import { BESIDE, TRAY, type Tray, TrayPlaces, WIDE } from './tray-places';

/** The trays around the board; each says how many stones lie in it. */
export class Trays {
  readonly group = new Group();
  readonly places = new TrayPlaces();
  readonly #supply = box();
  readonly #counts: Record<Tray, Label>;

  constructor() {
    const label = (): Label => new Label(1.7);
    this.#counts = { supply: label(), taken1: label(), taken2: label(), stops1: label(), stops2: label() };
    for (const side of [1, -1]) {
      const tray = box();
      tray.position.set(0, TRAY, side * BESIDE);
      this.group.add(tray);
    }
    this.group.add(this.#supply, ...Object.values(this.#counts).map((count) => count.sprite));
    this.#supply.rotation.y = Math.PI / 2;
    this.#supply.position.copy(this.places.supply);
  }

  /** `behind`: the seat that looks, where the supply lies behind the board; null where it lies beside. Says whether it moved. */
  arrange(behind: number | null, target: number): boolean {
    const moved = behind !== this.places.behind;
    Object.assign(this.places, { behind, target });
    this.#supply.rotation.y = behind === null ? Math.PI / 2 : 0;
    this.#supply.position.copy(this.places.supply);
    return moved;
  }

  /** How many lie in one. */
  count(tray: Tray, text: string): void {
    this.#counts[tray].show(text, ...this.places.count(tray).toArray());
  }
}

/** How high a tray is. */
const HIGH = 1.1;

/** A tray of wood, as long as the board. */
function box(): Mesh {
  const mesh = new Mesh(new BoxGeometry(2 * RIM, HIGH, WIDE).translate(0, -HIGH / 2, 0), wood('#7a5a3e', '#2c1b0f', 9, 0.7, 0.6));
  mesh.receiveShadow = true;
  return mesh;
}
