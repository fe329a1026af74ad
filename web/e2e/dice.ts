/** A number below `sides`. */
export type Roll = (sides: number) => number;

/** A small generator, so that a failing game can be played again. */
export function dice(seed: number): Roll {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
