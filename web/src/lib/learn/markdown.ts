/** The Markdown that docs/rules uses, and no more: what is not understood is shown as it is written. */
/** A `source` says who a rule is from: `[B]`, `[E]` or `[R]`. */
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code' | 'source'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  /** `clause` is the number a paragraph begins with, such as `4.2`. */
  | { kind: 'paragraph'; clause: string | null; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'drawing'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'figure'; name: string; caption: string };

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)|(\[[BER]\])/g;

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > at) parts.push({ kind: 'text', text: text.slice(at, mark.index) });
    const [whole, code, strong, em, label, href, source] = mark;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (em !== undefined) parts.push({ kind: 'em', text: em });
    else if (source !== undefined) parts.push({ kind: 'source', text: source });
    else parts.push({ kind: 'link', text: label ?? '', href: href ?? '' });
    at = mark.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

const cells = (row: string): Inline[][] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

/** The anchor of a heading: its number, or its words where it has none. */
const anchor = (text: string): string => `s${/^\d+/.exec(text)?.[0] ?? `-${text.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}`}`;

function block(lines: string[]): Block {
  const [first = ''] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading) return { kind: 'heading', level: heading[1]!.length, text: heading[2]!, id: anchor(heading[2]!) };
  const figure = /^!\[(.+)\]\(figure:(\S+)\)$/.exec(first);
  if (figure) return { kind: 'figure', caption: figure[1]!, name: figure[2]! };
  if (first.startsWith('|')) return { kind: 'table', head: cells(first), rows: lines.slice(2).map(cells) };
  if (first.startsWith('- ')) return { kind: 'list', items: lines.map((line) => inline(line.replace(/^- /, ''))) };
  const clause = /^\*\*([\d.]+)\*\* /.exec(first);
  return { kind: 'paragraph', clause: clause?.[1] ?? null, parts: inline(lines.join(' ').slice(clause?.[0].length ?? 0)) };
}

export function parse(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let drawing: string[] | null = null;
  const close = (): void => {
    if (open.length > 0) blocks.push(block(open));
    open = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      if (drawing) blocks.push({ kind: 'drawing', text: drawing.join('\n') });
      else close();
      drawing = drawing ? null : [];
    } else if (drawing) drawing.push(line);
    else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return blocks;
}
