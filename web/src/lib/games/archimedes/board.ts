import type { BoardUi, Reading } from '../ui';
import Twin from './Twin.svelte';
import { w } from './words';

const board: BoardUi<'archimedes'> = {
  Twin,
  Reply: null,
  tools: [],
  options: {},
  read(token): Reading | null {
    if (token === 'pass' || token === 'swap') return { key: token, args: {} };
    const [from = '', to] = token.split('-');
    return to ? { key: 'move', args: { from, to } } : null;
  },
  asked: () => w('asked'),
  target: ({ board }, name) => w(board.cubes.some((cube) => cube.cell === name) ? 'target.cube' : 'target.cell', { at: name }),
  compose: () => null,
  direct: () => false,
  forced: () => null,
  score({ board }, seat) {
    const side = board.sides.find((one) => one.seat === seat);
    return side ? w('score', { steps: side.steps, home: side.home }) : '';
  },
  sound: () => 'wood',
};

export default board;
