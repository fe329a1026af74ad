import { Color } from 'three';

/** How light the ground is, and how much lighter it gets with each half cube up to the summit. */
const LOW = 0.74;
const HIGH = 1.12;
const TOP = 9;

/** Low pieces lie in the shade of the valley, high ones in the light; `strong`: in the colours of a map, from meadow to snow. */
export function tintOf(height: number | null, strong: boolean): Color {
  const share = Math.min(1, Math.max(0, ((height ?? TOP) - 1) / (TOP - 1)));
  if (!strong || height === null) return new Color().setScalar(LOW + (HIGH - LOW) * share);
  const at = share * (MAP.length - 1);
  const step = Math.min(MAP.length - 2, Math.floor(at));
  return MAP[step]!.clone().lerp(MAP[step + 1]!, at - step);
}

const MAP = ['#7d9a63', '#b9b56d', '#e0b36c', '#d98d5e', '#f4ece2'].map((colour) => new Color(colour));
