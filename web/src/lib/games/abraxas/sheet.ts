/** The text of a sheet (Abraxas 8.2): nine rows from 9 to 1, `o` for a dot, digits for empty cells. */

export function read(text: string): boolean[][] {
  const rows = text
    .split('/')
    .map((row) => [...row].flatMap((mark) => (mark === 'o' ? [true] : Array<boolean>(Number(mark) || 0).fill(false))));
  return Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_, j) => rows[i]?.[j] ?? false));
}

export const write = (dots: boolean[][]): string =>
  dots
    .map((row) =>
      row
        .map((dot) => (dot ? 'o' : '.'))
        .join('')
        .replace(/\.+/g, (run) => String(run.length)),
    )
    .join('/');
