import type { BoardUi } from '../ui';
import Twin from './Twin.svelte';
import { w } from './words';

const board: BoardUi<'archimedes'> = {
  Twin,
  Reply: null,
  tools: [],
  options: {},
  asked: () => w('asked'),
  target: ({ board }, name) => w(board.cubes.some((cube) => cube.cell === name) ? 'target.cube' : 'target.cell', { at: name }),
  score({ board }, seat) {
    const side = board.sides.find((one) => one.seat === seat);
    return side ? w('score', { steps: side.steps, home: side.home }) : '';
  },
  sound: () => 'wood',
};

export default board;
