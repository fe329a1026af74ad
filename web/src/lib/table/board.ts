import type { LegalMove, View } from '../api/types';
import type { Selection } from './selection';

/** What a scene and the text twin need of whatever they show: a table, a lesson, a figure. */
export interface BoardModel {
  readonly view: View | null;
  /** The seat whose view it is; null for a spectator's. */
  readonly viewing: number | null;
  readonly selection: Selection;
  hover: string | null;
  readonly legal: LegalMove[];
  readonly canAct: boolean;
  /** The seat to act if it is one of mine. */
  readonly toAct: number | null;
  pick(target: string): void;
  choose(token: string): void;
  turn(step: 1 | -1): void;
  back(): void;
  confirm(): void;
  /** Plays a token, or says why it cannot be played. */
  act(token: string): Promise<boolean>;
}
