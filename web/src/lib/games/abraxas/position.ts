/**
 * The position text of Abraxas taken apart for editing by hand and put together again (docs/notation.md).
 * Nothing here is a rule: whether a position can be is the server's word.
 */

export type Hole = '' | 'r' | 'b';
export interface Edit {
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

export function read(text: string): Edit | null {
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

export function write({ holes, corner, seat, phase, taken, stops, quiet }: Edit): string {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((row) =>
    [...'abcdefgh']
      .map((column) => holes[`${column}${row}`] || '.')
      .join('')
      .replace(/\.+/g, (run) => String(run.length)),
  );
  return [rows.join('/'), corner, seat, phase, taken.join('-'), stops.join('-'), quiet].join(',');
}

/** Whose turn it is, how many placings were quiet and how many stop stones are kept, as a refusal has them. */
export function counted(text: string, key: string, args: Readonly<Record<string, string | number>>): string | null {
  const edit = read(text);
  if (!edit) return null;
  if (key === 'abraxas.from-turn') return write({ ...edit, seat: Number(args['seat']) });
  if (key === 'abraxas.from-quiet')
    return write({ ...edit, quiet: Math.min(Math.max(edit.quiet, Number(args['low'])), Number(args['high'])) });
  if (key !== 'abraxas.from-stops') return null;
  const missing = 6 - Number(args['laid']) - Number(args['left']);
  const [one, two] = edit.stops;
  // Whoever has more has laid fewer.
  const first = missing < 0 === one >= two;
  const stops: [number, number] = first ? [one + missing, two] : [one, two + missing];
  return stops.every((n) => n >= 0) ? write({ ...edit, stops }) : null;
}
