import type { CameraName } from '../scene/types';
import type { BoardModel } from './board.svelte';

const CAMERAS: Record<string, CameraName> = { '0': 'seat', '1': 'top', '2': 'side', '3': 'front', '4': 'reset' };

/** A key that means the board, wherever on the page it is pressed. */
export function boardKey(event: KeyboardEvent, model: BoardModel, camera?: (name: CameraName) => void): void {
  const from = event.target as HTMLElement;
  if (from.closest('input, textarea, select, dialog') || event.metaKey || event.ctrlKey || event.altKey) return;
  const view = CAMERAS[event.key];
  if (view) camera?.(view);
  else if (event.key === 'Escape') model.back();
  else if (event.key === 'Enter' && !from.closest('button, a, summary, [role="gridcell"], [role="tab"]')) model.confirm();
  else if (event.key === '[' || event.key === 'R') model.turn(-1);
  else if (event.key === ']' || event.key === 'r') model.turn(1);
}
