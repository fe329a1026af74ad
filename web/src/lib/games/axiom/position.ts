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
  const [, seat, quiet, black, white] = /^(\d),(\d+)\/black\/(.*)\/white\/(.*)$/.exec(text) ?? [];
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
