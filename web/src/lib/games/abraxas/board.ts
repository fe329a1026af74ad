import type { BoardUi, Reading } from '../ui';
import SheetEditor from './SheetEditor.svelte';
import SheetPicture from './SheetPicture.svelte';
import Stop from './Stop.svelte';
import Twin from './Twin.svelte';
import { isCorner, isHole } from './names';
import { w } from './words';

const corner = (name: string): string => (isCorner(name) ? w(`corner.${name}`) : name);

const board: BoardUi<'abraxas'> = {
  Twin,
  Reply: Stop,
  tools: [],
  options: {
    sheet: {
      Editor: SheetEditor,
      first: '9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9',
      Picture: SheetPicture,
    },
  },
  read(token): Reading | null {
    if (isCorner(token)) return { key: 'corner', args: { corner: corner(token) } };
    if (token === 'ok' || token === 'end' || token === 'done' || token === 'swap') return { key: token, args: {} };
    if (token.startsWith('x')) return { key: 'take', args: { holes: token.slice(1).split(',').join(', ') } };
    const [what = '', to] = token.split('>');
    const way = to ? { corner: corner(to) } : null;
    if (what.startsWith('!')) {
      const hole = what.slice(1).replace('+', '');
      if (way) return { key: 'stop-to', args: { hole, ...way } };
      return { key: what.endsWith('+') ? 'stop-push' : 'stop', args: { hole } };
    }
    const [from = '', hole] = what.split('-');
    if (hole) return { key: way ? 'shift-to' : 'shift', args: { from, hole, ...way } };
    return { key: way ? 'put-to' : 'put', args: { hole: from, ...way } };
  },
  asked({ board: { phase, extra } }) {
    if (phase === 'over') return '';
    return phase === 'place' && extra ? w('asked.extra') : w(`asked.${phase}`);
  },
  target({ board }, name) {
    if (isCorner(name)) return corner(name);
    if (name === 'stop') return w('target.stops');
    if (!isHole(name)) return w('target.cell', { at: name });
    return w(board.stones.includes(name) ? 'target.stone' : 'target.hole', { at: name });
  },
  /** A taking with `claims=called` (Abraxas 4.6) is the stones one has picked; nothing where the last was put back. */
  compose({ board }, path, name) {
    if (board.phase !== 'take' || board.claims !== 'called' || !board.stones.includes(name)) return null;
    const order = (hole: string): string => `${hole[1]}${hole[0]}`;
    const picked = path.includes(name) ? path.filter((hole) => hole !== name) : [...path, name];
    const at = picked.sort((a, b) => order(a).localeCompare(order(b)));
    return { t: `x${at.join(',')}`, at };
  },
  direct: () => false,
  forced: () => null,
  score: ({ board }, seat) =>
    w('score', { taken: board.taken[seat - 1] ?? 0, target: board.target, stops: board.stop_stones[seat - 1] ?? 0 }),
  sound: (token) => (/^(ok|end|done|swap|x)/.test(token) ? 'wood' : 'plate'),
};

export default board;
