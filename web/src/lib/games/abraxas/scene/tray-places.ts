import { Vector3 } from 'three';
import { RIM } from './grid';

/** How wide a tray is, and how far apart tray and frame are. */
export const WIDE = 3;
const GAP = 0.5;
/** The middle of a tray beside the frame, and of one more beside that. */
export const BESIDE = RIM + GAP + WIDE / 2;
const BEYOND = BESIDE + WIDE + GAP;
/** Stones lie as high as the sheet: the frame would hide those behind it. */
export const TRAY = 0.5;
const TABLE = -0.6;
/** Stones are that wide. */
const STONE = 2.2;
const STOPS = 3;
const SUPPLY = 24;

export type Tray = 'supply' | 'taken1' | 'taken2' | 'stops1' | 'stops2';

/** Where stones lie that are not on the board: each seat's at its own edge, taken ones and stop stones; the supply beside. */
export class TrayPlaces {
  /** On a narrow screen there is no room beside the board: the supply lies behind the far tray of the seat that looks. */
  behind: number | null = null;
  target = 11;

  /** The middle of the tray of the supply. */
  get supply(): Vector3 {
    return this.behind === null ? new Vector3(BESIDE, TRAY, 0) : new Vector3(0, TRAY, this.behind === 2 ? BEYOND : -BEYOND);
  }

  at(tray: Tray, i: number): Vector3 {
    const side = tray.endsWith('2') ? -1 : 1;
    if (tray === 'supply') {
      const along = -RIM + 3.2 + i * ((2 * RIM - 4.6) / SUPPLY);
      const { supply } = this;
      return this.behind === null ? supply.setZ(-along) : supply.setX(this.behind === 2 ? -along : along);
    }
    const x = tray.startsWith('stops') ? RIM - 1.4 - (STOPS - 1 - i) * STONE : -RIM + 4.6 + i * Math.min(STONE, 18.5 / (this.target + 1));
    return new Vector3(side * x, TRAY, side * BESIDE);
  }

  /** Where its count stands: before the first stone. */
  count(tray: Tray): Vector3 {
    const first = this.at(tray, 0);
    const back = first.clone().sub(this.at(tray, 1));
    return first.add(back.setLength(tray.startsWith('taken') ? 2.7 : 2.1)).setY(TRAY + 0.6);
  }

  /** The outermost points of board and trays; as far to the west as to the east, so that whoever looks sits on the axis. */
  points(): Vector3[] {
    const near = BESIDE + WIDE / 2;
    const [x, far] = this.behind === null ? [near, near] : [RIM, BEYOND + WIDE / 2];
    const side = this.behind === 2 ? -1 : 1;
    return [-x, x].flatMap((east) => [
      new Vector3(east, TABLE, side * near),
      new Vector3(east, TABLE, -side * far),
      new Vector3(east, 1, -side * far),
    ]);
  }
}
