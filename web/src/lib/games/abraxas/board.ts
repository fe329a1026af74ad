import type { View } from '../../api/types';
import { viewpointOf } from '../viewpoint';
import type { BoardUi } from '../ui';
import SheetEditor from './SheetEditor.svelte';
import SheetPicture from './SheetPicture.svelte';
import Stop from './Stop.svelte';
import Twin from './Twin.svelte';
import { isCorner, isHole, seenFrom } from './names';
import { w } from './words';

const corner = (name: string, view: View | null): string => (isCorner(name) ? w(`corner.${seenFrom(viewpointOf(view), name)}`) : name);

/** What moves no plate. */
const QUIET: ReadonlySet<string> = new Set(['abraxas.ok', 'abraxas.end', 'abraxas.done', 'abraxas.swap', 'abraxas.take']);

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
  named: (args, view) => (args.corner ? { ...args, corner: corner(args.corner, view) } : args),
  asked({ board: { phase, extra } }) {
    if (phase === 'over') return '';
    return phase === 'place' && extra ? w('asked.extra') : w(`asked.${phase}`);
  },
  target(view, name) {
    const { board } = view;
    if (isCorner(name)) return corner(name, view);
    if (name === 'stop') return w('target.stops');
    if (!isHole(name)) return w('target.cell', { at: name });
    return w(board.stones.includes(name) ? 'target.stone' : 'target.hole', { at: name });
  },
  score: ({ board }, seat) =>
    w('score', { taken: board.taken[seat - 1] ?? 0, target: board.target, stops: board.stop_stones[seat - 1] ?? 0 }),
  sound: ({ key }) => (QUIET.has(key) ? 'wood' : 'plate'),
};

export default board;
