/**
 * The position text of Ascension taken apart for editing by hand and put together again (docs/notation.md).
 * Nothing here is a rule: whether a position can be is the server's word. Only the box is known: which pieces there
 * are, and that a cube gets another face by changing faces with another cube.
 */

export const FACES = ['.', 'T', 'C', 'S', 'E', 'L', 'M', 'R', 'K', 'B', 'G'] as const;
export type Face = (typeof FACES)[number];
export const CELLS: string[] = Array.from({ length: 81 }, (_, i) => `${'abcdefghi'[i % 9]}${Math.floor(i / 9) + 1}`);

const CUBES = 76;
export const JOKER = 93;

export interface Piece {
  /** 1 to 76 are cubes, then the half-cubes of the seats, then the joker. */
  number: number;
  /** Of a cube. */
  face: Face;
  /** Of a cube: `!` it shows, `*` it has shown, otherwise the seats that know its face. */
  known: string;
}

export interface Player {
  out: boolean;
  pawn: string;
  starts: number;
  rests: boolean;
  /** The piece it moved last. */
  last: number | null;
}

export interface Edit {
  /** By cell, from bottom to top. */
  stacks: Record<string, Piece[]>;
  players: Player[];
  /** Who has reached the summit, earliest first. */
  summit: number[];
  joker: 'kept' | 'laid' | 'gone';
  round: number;
  seat: number;
  /** `+3` in an added turn, `c` if the round closes with this turn. */
  special: string;
  phase: string;
}

export const isCube = (number: number): boolean => number <= CUBES;
export type Kind = 'plain' | 'figured';
/** The two half-cubes of a seat, in the order they are laid. */
export const halves = (seat: number, kind: Kind): [number, number] => {
  const first = 73 + 4 * seat + (kind === 'plain' ? 0 : 2);
  return [first, first + 1];
};
/** Whose half-cube it is, and which kind. */
export function half(number: number): { seat: number; kind: Kind } | null {
  if (isCube(number) || number >= JOKER) return null;
  return { seat: Math.floor((number - 73) / 4), kind: (number - 73) % 4 < 2 ? 'plain' : 'figured' };
}

function readPiece(text: string): Piece {
  const [, number = '0', face = '.', known = ''] = /^(\d+)(.?)(.*)$/.exec(text) ?? [];
  return { number: Number(number), face: face as Face, known };
}
const writePiece = ({ number, face, known }: Piece): string => (isCube(number) ? `${number}${face}${known}` : String(number));

export function read(text: string): Edit | null {
  const [board, players, summit, joker, turn, phase] = text.split('_');
  const cells = board?.split('/').flatMap((row) => row.split(','));
  const [, round, seat, special = ''] = /^(\d+)\.(\d)(.*)$/.exec(turn ?? '') ?? [];
  if (cells?.length !== 81 || !players || !summit || !joker || !phase || !round || !seat) return null;
  const stacks = Object.fromEntries(
    CELLS.map((cell, i) => [
      cell,
      (cells[i] ?? '')
        .split('+')
        .filter((piece) => piece !== '')
        .map(readPiece),
    ]),
  );
  return {
    stacks,
    players: players.split(',').map((part): Player => {
      const [, pawn, starts, rests, last] = /^([a-i]\d)s(\d+)(r?)(?:l(\d+))?$/.exec(part) ?? [];
      return { out: !pawn, pawn: pawn ?? 'a1', starts: Number(starts ?? 0), rests: rests === 'r', last: last ? Number(last) : null };
    }),
    summit: [...summit].flatMap((one) => (one === '-' ? [] : [Number(one)])),
    joker: joker as Edit['joker'],
    round: Number(round),
    seat: Number(seat),
    special,
    phase,
  };
}

export function write({ stacks, players, summit, joker, round, seat, special, phase }: Edit): string {
  const texts = CELLS.map((cell) => (stacks[cell] ?? []).map(writePiece).join('+'));
  const rows = Array.from({ length: 9 }, (_, i) => texts.slice(i * 9, i * 9 + 9).join(','));
  const who = players.map(({ out, pawn, starts, rests, last }) =>
    out ? 'x' : `${pawn}s${starts}${rests ? 'r' : ''}${last === null ? '' : `l${last}`}`,
  );
  return [rows.join('/'), who.join(','), summit.join('') || '-', joker, `${round}.${seat}${special}`, phase].join('_');
}

/** In half cubes, as the board counts it; the pillar stands on e5. */
export const height = (edit: Edit, cell: string): number =>
  (edit.stacks[cell] ?? []).reduce((sum, { number }) => sum + (isCube(number) ? 2 : 1), cell === 'e5' ? 9 : 0);

const on = (edit: Edit, cell: string, stack: Piece[]): Edit => ({ ...edit, stacks: { ...edit.stacks, [cell]: stack } });
const everywhere = (edit: Edit, change: (piece: Piece) => Piece): Edit => ({
  ...edit,
  stacks: Object.fromEntries(Object.entries(edit.stacks).map(([cell, stack]) => [cell, stack.map(change)])),
});
const all = (edit: Edit): Piece[] => Object.values(edit.stacks).flat();
/** Whoever has moved a piece last has not, once it was moved by hand. */
const forget = (edit: Edit, number: number): Edit => ({
  ...edit,
  players: edit.players.map((player) => (player.last === number ? { ...player, last: null } : player)),
});

/** Moves the top piece of a cell onto another. */
export function move(edit: Edit, from: string, to: string): Edit {
  const stack = edit.stacks[from] ?? [];
  const top = stack.at(-1);
  if (!top || from === to) return edit;
  return forget(on(on(edit, from, stack.slice(0, -1)), to, [...(edit.stacks[to] ?? []), top]), top.number);
}

/** How many half-cubes of a kind a seat has left. */
export const reserve = (edit: Edit, seat: number, kind: Kind): number =>
  halves(seat, kind).filter((number) => !all(edit).some((piece) => piece.number === number)).length;

/** Lays a half-cube from the reserve on a cell. */
export function lay(edit: Edit, cell: string, seat: number, kind: Kind): Edit {
  const number = halves(seat, kind).find((one) => !all(edit).some((piece) => piece.number === one));
  return number === undefined ? edit : on(edit, cell, [...(edit.stacks[cell] ?? []), { number, face: '.', known: '' }]);
}
export function layJoker(edit: Edit, cell: string): Edit {
  if (all(edit).some((piece) => piece.number === JOKER)) return edit;
  return { ...on(edit, cell, [...(edit.stacks[cell] ?? []), { number: JOKER, face: '.', known: '' }]), joker: 'laid' };
}

/** Puts the top piece of a cell back into its reserve; a cube has none. */
export function unlay(edit: Edit, cell: string): Edit {
  const stack = edit.stacks[cell] ?? [];
  const top = stack.at(-1);
  if (!top || isCube(top.number)) return edit;
  const rest = forget(on(edit, cell, stack.slice(0, -1)), top.number);
  const owner = half(top.number);
  if (!owner) return { ...rest, joker: 'kept' };
  // Of two the lower number is laid first: the one that stays is that one.
  const [first, second] = halves(owner.seat, owner.kind);
  const renumbered = everywhere(rest, (piece) => (piece.number === second && top.number === first ? { ...piece, number: first } : piece));
  return top.number === first ? forget(renumbered, second) : rest;
}

/** Gives a cube a face; the cube that had it, least known first, gets the old one. */
export function turnFace(edit: Edit, number: number, face: Face): Edit {
  const cube = all(edit).find((piece) => piece.number === number);
  if (!cube || cube.face === face) return edit;
  const others = all(edit).filter((piece) => isCube(piece.number) && piece.face === face);
  const other = others.sort((a, b) => a.known.length - b.known.length)[0];
  if (!other) return edit;
  const plain = (piece: Piece): Piece => (piece.face === '.' && /[!*]/.test(piece.known) ? { ...piece, known: '' } : piece);
  return everywhere(edit, (piece) =>
    plain(piece.number === number ? { ...piece, face } : piece.number === other.number ? { ...piece, face: cube.face } : piece),
  );
}
export const setKnown = (edit: Edit, number: number, known: string): Edit =>
  everywhere(edit, (piece) => (piece.number === number ? { ...piece, known } : piece));
/** Lets one more seat know a face, or one less. */
export const toggleKnown = ({ known }: Piece, seat: number): string =>
  known.includes(String(seat)) ? known.replace(String(seat), '') : [...known.replace(/[!*]/, ''), seat].sort().join('');

export const setPlayer = (edit: Edit, seat: number, change: Partial<Player>): Edit => ({
  ...edit,
  players: edit.players.map((player, i) => (i === seat - 1 ? { ...player, ...change } : player)),
});
export const toggleSummit = (edit: Edit, seat: number): Edit => ({
  ...edit,
  summit: edit.summit.includes(seat) ? edit.summit.filter((one) => one !== seat) : [...edit.summit, seat],
});

/** It is this seat's ordinary turn; the round closes with the last seat that plays. */
export function turnOf(edit: Edit, seat: number): Edit {
  const last = edit.players.every((player, i) => i < seat || player.out);
  return { ...edit, seat, special: last ? 'c' : '' };
}

/** Another part of the turn. A piece in hand goes back to where it was. */
export function turnTo(edit: Edit, phase: 'pick' | 'step'): Edit {
  const [, piece, from] = /^place:(.+)@(.+)$/.exec(edit.phase) ?? [];
  const put = piece && from && from !== '-' ? on(edit, from, [...(edit.stacks[from] ?? []), readPiece(piece)]) : edit;
  return { ...put, phase };
}
