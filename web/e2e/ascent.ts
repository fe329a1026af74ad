/** The deck in the order of the numbers of the cubes. */
const DECK = 'TTTTCCCCSSSSEEEELLLLMMMMRRRRKKKKBBBBGGGG....................................';
/** Where the cubes lie that a position does not name: out of the way, in the east. */
const REST = 'fghi'.split('').flatMap((column) => [2, 3, 4, 5, 6, 7, 8].map((row) => column + row));

export interface Ascent {
  /** Pieces in the order in which they are laid: `c3 R! d4 .`; `h1` and `f1` are half-cubes of seat 1, `j` the joker. */
  lay?: string;
  /** What the position says of each player. */
  players?: string[];
  summit?: string;
  joker?: 'kept' | 'laid';
  turn?: string;
  phase?: string;
}

/** The set-up of a game of Ascension from a position. */
export function ascent({
  lay = '',
  players = ['a1s1', 'i9s1'],
  summit = '-',
  joker = 'kept',
  turn = '3.1',
  phase = 'pick',
}: Ascent): string {
  const left = [...DECK].map((_, i) => i);
  const halves = new Map<string, number>();
  const stacks = new Map<string, string[]>();
  const take = (piece: string): string => {
    const [kind = '', rest] = [piece[0], piece.slice(1)];
    if (kind === 'j') return '93';
    if (kind === 'h' || kind === 'f') {
      const used = (halves.get(piece) ?? 0) + 1;
      halves.set(piece, used);
      return String(72 + 4 * Number(rest) + (kind === 'f' ? 2 : 0) + used);
    }
    const at = left.findIndex((cube) => DECK[cube] === kind);
    const [cube = 0] = left.splice(at, 1);
    return `${cube + 1}${piece}`;
  };
  const put = (cell: string, piece: string): void => void stacks.set(cell, [...(stacks.get(cell) ?? []), piece]);
  const words = lay === '' ? [] : lay.split(' ');
  for (let i = 0; i < words.length; i += 2) put(words[i]!, take(words[i + 1]!));
  const free = REST.filter((cell) => !stacks.has(cell) && !players.some((player) => player.startsWith(cell)));
  left.forEach((cube, i) => put(free[i % free.length]!, `${cube + 1}${DECK[cube]}`));
  const rows = Array.from({ length: 9 }, (_, row) =>
    [...'abcdefghi'].map((column) => (stacks.get(`${column}${row + 1}`) ?? []).join('+')).join(','),
  );
  return `seats=${players.length};from=${rows.join('/')}_${players.join(',')}_${summit}_${joker}_${turn}_${phase}`;
}
