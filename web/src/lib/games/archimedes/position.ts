/**
 * The position text of Archimedes taken apart for editing by hand and put together again (docs/notation.md).
 * Nothing here is a rule: whether a position can be is the server's word.
 */

export interface Edit {
  /** By seat: cells, each with `m` or `r` behind it as the text has it. */
  cubes: string[][];
  seat: number;
  actions: number;
  passes: number;
  out: string;
  /** Whether the sides have changed or may still change: the word of the text, if it has one. */
  swap?: string;
}

export function read(text: string): Edit | null {
  const parts = text.split('/');
  const swap = parts.at(-1)?.startsWith('swap') ? parts.pop() : undefined;
  const [seat, actions, passes, out] = parts.splice(-4);
  if (parts.length < 2 || out === undefined) return null;
  const cubes = parts.map((part) => part.split(',').filter((cell) => cell !== ''));
  return { cubes, seat: Number(seat), actions: Number(actions), passes: Number(passes), out, ...(swap && { swap }) };
}

export const write = ({ cubes, seat, actions, passes, out, swap }: Edit): string =>
  [...cubes.map((cells) => cells.join(',')), seat, actions, passes, out, ...(swap ? [swap] : [])].join('/');

/** The seat whose cube stands on a cell, or 0. */
export const standsOn = ({ cubes }: Edit, cell: string): number =>
  cubes.findIndex((cells) => cells.some((one) => one.replace(/[mr]+$/, '') === cell)) + 1;

export const takeOff = (edit: Edit, cell: string): Edit => ({
  ...edit,
  cubes: edit.cubes.map((cells) => cells.filter((one) => one.replace(/[mr]+$/, '') !== cell)),
});

/** Puts a cube of a seat on a cell, or takes off the one that is there. */
export function toggleCube(edit: Edit, seat: number, cell: string): Edit {
  const there = standsOn(edit, cell);
  const { cubes } = takeOff(edit, cell);
  if (there !== seat) cubes[seat - 1] = [...(cubes[seat - 1] ?? []), cell].sort(byCell);
  return { ...edit, cubes };
}
const byCell = (a: string, b: string): number => a.charCodeAt(0) - b.charCodeAt(0) || parseInt(a.slice(1)) - parseInt(b.slice(1));

/** After how many actions it is this seat's turn, not fewer than now. */
export function turnOf(edit: Edit, seat: number): Edit {
  const seats = edit.cubes.length;
  const late = (seat - 1 - (edit.actions % seats) + seats) % seats;
  return { ...edit, seat, actions: edit.actions + late, passes: 0 };
}

/** More actions, or another part of a round, as a refusal wants them. */
export function counted(text: string, key: string): string | null {
  const edit = read(text);
  if (!edit) return null;
  if (key === 'archimedes.from.too-few') return write({ ...edit, actions: edit.actions + edit.cubes.length });
  if (key === 'archimedes.from.turn') return write(turnOf(edit, edit.seat));
  return key === 'archimedes.from.passed' ? write({ ...edit, passes: 0 }) : null;
}
