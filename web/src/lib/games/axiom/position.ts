/**
 * The position text of Axiom taken apart for editing by hand and put together again (docs/notation.md).
 * Nothing here is a rule: whether a position can be is the server's word.
 */

export interface CubeEdit {
  cell: string;
  domes: string;
}
export interface Edit {
  seat: number;
  quiet: number;
  /** By seat. */
  cubes: [CubeEdit[], CubeEdit[]];
  sceptres: [string[], string[]];
}

export function read(text: string): Edit | null {
  const [, seat, quiet, black, white] = /^(\d),(\d+)(?:,\w+)?\/black\/(.*)\/white\/(.*)$/.exec(text) ?? [];
  if (!seat || !quiet || black === undefined || white === undefined) return null;
  const half = (part: string): [CubeEdit[], string[]] => {
    const pieces = part.split('/').filter((piece) => piece !== '');
    const cubes = pieces
      .filter((piece) => !piece.startsWith('*'))
      .map((piece) => {
        const [cell = '', domes = ''] = piece.split(':');
        return { cell, domes };
      });
    return [cubes, pieces.filter((piece) => piece.startsWith('*')).map((piece) => piece.slice(1))];
  };
  const [first, second] = [half(black), half(white)];
  return { seat: Number(seat), quiet: Number(quiet), cubes: [first[0], second[0]], sceptres: [first[1], second[1]] };
}

export function write({ seat, quiet, cubes, sceptres }: Edit): string {
  const half = (i: 0 | 1): string =>
    [...cubes[i].map(({ cell, domes }) => `${cell}:${domes}`), ...sceptres[i].map((face) => `*${face}`)].join('/');
  return `${seat},${quiet}/black/${half(0)}/white/${half(1)}`;
}

const DIRECTIONS = ['x+', 'x-', 'y+', 'y-', 'z+', 'z-'];
/** How a cube can lie, by the number of its domes: two are never on opposite faces. */
const WAYS: Record<number, string[]> = {
  1: DIRECTIONS,
  2: DIRECTIONS.flatMap((one, i) => DIRECTIONS.slice(i + 1).flatMap((two) => (one[0] === two[0] ? [] : [one + two]))),
};
/** Where a sceptre can stand; undersides are never used. */
const SIDES = ['z+', 'x+', 'y+', 'x-', 'y-'];
type Side = 0 | 1;
const both = <T>(make: (side: Side) => T): [T, T] => [make(0), make(1)];
const after = (list: readonly string[], one: string): string => list[(list.indexOf(one) + 1) % list.length]!;

/** Whose cube lies in a cell, and which; null if none does. */
export function cubeAt({ cubes }: Edit, cell: string): { side: Side; cube: CubeEdit } | null {
  for (const side of [0, 1] as const) {
    const cube = cubes[side].find((one) => one.cell === cell);
    if (cube) return { side, cube };
  }
  return null;
}
/** The sceptres on a cube: whose they are and where they look. */
export const sceptresOn = ({ sceptres }: Edit, cell: string): { side: Side; direction: string }[] =>
  ([0, 1] as const).flatMap((side) =>
    sceptres[side].filter((face) => face.startsWith(`${cell}:`)).map((face) => ({ side, direction: face.slice(cell.length + 1) })),
  );

/** Takes off what is in a cell: the sceptres first, then the cube. */
export function takeOff(edit: Edit, cell: string): Edit {
  if (sceptresOn(edit, cell).length > 0)
    return { ...edit, sceptres: both((side) => edit.sceptres[side].filter((face) => !face.startsWith(`${cell}:`))) };
  return { ...edit, cubes: both((side) => edit.cubes[side].filter((cube) => cube.cell !== cell)) };
}
/** Puts a cube with this many domes into a cell, in place of one that is there. */
export function putCube(edit: Edit, side: Side, domes: 1 | 2, cell: string): Edit {
  const cubes = both((one) => edit.cubes[one].filter((cube) => cube.cell !== cell));
  cubes[side] = [...cubes[side], { cell, domes: WAYS[domes]![0]! }];
  return { ...edit, cubes };
}
/** The next way for a cube to lie. */
export const turnCube = (edit: Edit, cell: string): Edit => ({
  ...edit,
  cubes: both((side) =>
    edit.cubes[side].map((cube) =>
      cube.cell === cell ? { cell, domes: after(WAYS[cube.domes.length / 2] ?? [cube.domes], cube.domes) } : cube,
    ),
  ),
});
/** Puts a sceptre on a cube: one that is left, else the one that was put first; one that stands there goes on to the next face. */
export function putSceptre(edit: Edit, side: Side, cell: string): Edit {
  const own = edit.sceptres[side];
  const there = own.find((face) => face.startsWith(`${cell}:`));
  const others = there ? own.filter((face) => face !== there) : own.slice(own.length > 1 ? 1 : 0);
  const face = `${cell}:${there ? after(SIDES, there.slice(cell.length + 1)) : SIDES[0]}`;
  return { ...edit, sceptres: both((one) => (one === side ? [...others, face] : edit.sceptres[one])) };
}

export type Symmetry = 'turn' | 'mirror-x' | 'mirror-y';
/** Black's half and how White's comes from it, as the option `start` has it (Axiom 3.2). */
export function writeStart({ cubes, sceptres }: Edit, symmetry: Symmetry, a: number, b: number): string {
  const head = { turn: `turn:${a},${b}`, 'mirror-x': `mirror:x,${a}`, 'mirror-y': `mirror:y,${b}` }[symmetry];
  const half = cubes[0].map(({ cell, domes }) => {
    const standing = sceptres[0].filter((face) => face.startsWith(`${cell}:`)).map((face) => `*${face.split(':')[1]}`);
    return `${cell}:${domes}${standing.join('')}`;
  });
  return [head, ...half].join('/');
}
