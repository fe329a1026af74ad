/** How many cells each row has, from the far one to the near one. */
export const LENGTHS = { h: 9, g: 11, f: 13, e: 15, d: 15, c: 13, b: 11, a: 9 };
