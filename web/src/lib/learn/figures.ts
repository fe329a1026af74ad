import type { CameraName, SceneNotes } from '../scene/types';

/**
 * The figures of the rules, in place of those the booklets lost: each a real position.
 * Their captions are in docs/rules, where the markers are.
 */
export interface Figure {
  setup: string;
  moves?: string[];
  /** An action that is drawn; it is legal there. */
  show?: string;
  /** A piece that is chosen, so that its lines or roads are drawn. */
  pick?: string;
  /** Roads and letters that it points out besides. */
  notes?: SceneNotes;
  camera?: CameraName;
}
