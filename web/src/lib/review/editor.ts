/**
 * Position texts taken apart for editing by hand and put together again (docs/notation.md).
 * Nothing here is a rule: whether a position can be is the server's word.
 */

// Abraxas

export type Hole = '' | 'r' | 'b';
export interface AbraxasEdit {
  /** By name, a1 to h8. */
  holes: Record<string, Hole>;
  corner: string;
  seat: number;
  phase: string;
  taken: [number, number];
  stops: [number, number];
  quiet: number;
}

const pair = (text: string): [number, number] => {
  const [one = 0, two = 0] = text.split('-').map(Number);
  return [one, two];
};

export function readAbraxas(text: string): AbraxasEdit | null {
  const [rows = '', corner = '', seat = '', phase = '', taken = '', stops = '', quiet = ''] = text.split(',');
  const lines = rows.split('/');
  if (lines.length !== 8 || quiet === '') return null;
  const holes: Record<string, Hole> = {};
  for (const [i, line] of lines.entries()) {
    const marks = line.replace(/\d/g, (digit) => '.'.repeat(Number(digit)));
    for (const [k, mark] of [...marks].entries()) holes[`${'abcdefgh'[k]}${8 - i}`] = mark === 'r' || mark === 'b' ? mark : '';
  }
  return { holes, corner, seat: Number(seat), phase, taken: pair(taken), stops: pair(stops), quiet: Number(quiet) };
}

export function writeAbraxas({ holes, corner, seat, phase, taken, stops, quiet }: AbraxasEdit): string {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((row) =>
    [...'abcdefgh'].map((column) => holes[`${column}${row}`] || '.').join('').replace(/\.+/g, (run) => String(run.length)),
  );
  return [rows.join('/'), corner, seat, phase, taken.join('-'), stops.join('-'), quiet].join(',');
}

export const turnHole = (hole: Hole): Hole => ({ '': 'r', r: 'b', b: '' })[hole] as Hole;

// Archimedes

export interface ArchimedesEdit {
  /** By seat: cells, each with `m` or `r` behind it as the text has it. */
  cubes: string[][];
  seat: number;
  actions: number;
  passes: number;
  out: string;
}

export function readArchimedes(text: string): ArchimedesEdit | null {
  const parts = text.split('/');
  const [seat, actions, passes, out] = parts.splice(-4);
  if (parts.length < 2 || out === undefined) return null;
  const cubes = parts.map((part) => part.split(',').filter((cell) => cell !== ''));
  return { cubes, seat: Number(seat), actions: Number(actions), passes: Number(passes), out };
}

export const writeArchimedes = ({ cubes, seat, actions, passes, out }: ArchimedesEdit): string =>
  [...cubes.map((cells) => cells.join(',')), seat, actions, passes, out].join('/');

/** The seat whose cube stands on a cell, or 0. */
export const standsOn = ({ cubes }: ArchimedesEdit, cell: string): number => cubes.findIndex((cells) => cells.some((one) => one.replace(/[mr]+$/, '') === cell)) + 1;

/** Puts a cube of a seat on a cell, or takes off the one that is there. */
export function toggleCube(edit: ArchimedesEdit, seat: number, cell: string): ArchimedesEdit {
  const there = standsOn(edit, cell);
  const cubes = edit.cubes.map((cells) => cells.filter((one) => one.replace(/[mr]+$/, '') !== cell));
  if (there !== seat) cubes[seat - 1] = [...(cubes[seat - 1] ?? []), cell].sort(byCell);
  return { ...edit, cubes };
}
const byCell = (a: string, b: string): number => a.charCodeAt(0) - b.charCodeAt(0) || parseInt(a.slice(1)) - parseInt(b.slice(1));

/** After how many actions it is this seat's turn, not fewer than now. */
export function turnOf(edit: ArchimedesEdit, seat: number): ArchimedesEdit {
  const seats = edit.cubes.length;
  const late = (seat - 1 - (edit.actions % seats) + seats) % seats;
  return { ...edit, seat, actions: edit.actions + late, passes: 0 };
}

// Axiom

export interface AxiomCubeEdit {
  cell: string;
  domes: string;
}
export interface AxiomEdit {
  seat: number;
  quiet: number;
  /** By seat. */
  cubes: [AxiomCubeEdit[], AxiomCubeEdit[]];
  sceptres: [string[], string[]];
}

export function readAxiom(text: string): AxiomEdit | null {
  const [, seat, quiet, black, white] = /^(\d),(\d+)\/black\/(.*)\/white\/(.*)$/.exec(text) ?? [];
  if (!seat || !quiet || black === undefined || white === undefined) return null;
  const half = (part: string): [AxiomCubeEdit[], string[]] => {
    const pieces = part.split('/').filter((piece) => piece !== '');
    const cubes = pieces.filter((piece) => !piece.startsWith('*')).map((piece) => {
      const [cell = '', domes = ''] = piece.split(':');
      return { cell, domes };
    });
    return [cubes, pieces.filter((piece) => piece.startsWith('*')).map((piece) => piece.slice(1))];
  };
  const [first, second] = [half(black), half(white)];
  return { seat: Number(seat), quiet: Number(quiet), cubes: [first[0], second[0]], sceptres: [first[1], second[1]] };
}

export function writeAxiom({ seat, quiet, cubes, sceptres }: AxiomEdit): string {
  const half = (i: 0 | 1): string => [...cubes[i].map(({ cell, domes }) => `${cell}:${domes}`), ...sceptres[i].map((face) => `*${face}`)].join('/');
  return `${seat},${quiet}/black/${half(0)}/white/${half(1)}`;
}

export type Symmetry = 'turn' | 'mirror-x' | 'mirror-y';
/** Black's half and how White's comes from it, as the option `start` has it (Axiom 3.2). */
export function writeStart({ cubes, sceptres }: AxiomEdit, symmetry: Symmetry, a: number, b: number): string {
  const head = { turn: `turn:${a},${b}`, 'mirror-x': `mirror:x,${a}`, 'mirror-y': `mirror:y,${b}` }[symmetry];
  const half = cubes[0].map(({ cell, domes }) => {
    const standing = sceptres[0].filter((face) => face.startsWith(`${cell}:`)).map((face) => `*${face.split(':')[1]}`);
    return `${cell}:${domes}${standing.join('')}`;
  });
  return [head, ...half].join('/');
}
