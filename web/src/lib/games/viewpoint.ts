import type { View } from '../api/types';

/** From which seat a view is looked at, where that is known: to the left of one is to the right of another. */
const seats = new WeakMap<View, number>();

export const lookFrom = (view: View, seat: number | null): void => void seats.set(view, seat ?? 1);
export const viewpointOf = (view: View | null): number => (view && seats.get(view)) ?? 1;
