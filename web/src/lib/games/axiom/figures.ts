import type { Figure } from '../../learn/figures';

const BLUNDER = ['C0,0,2>1,-1,1:x+', 'S1,1,2:z+>1,1,2:y+'];
/** White's pieces where figures 10 and 11 agree. */
const WHITE = 'white/2,0,1:y-z+/3,0,1:y-/4,0,1:x+/2,1,1:y+z+/3,1,1:x+/*4,0,1:z+/*3,1,1:y+';
const BLACK = '1,1,1:x-y+/*0,0,1:y-/*1,1,1:z+';

export default {
  pieces: { setup: 'start=turn:4,6/0,0,1:z+/2,0,1:x+/4,0,1:y-*z+/0,2,1:x+z+/2,2,1:x+y-/4,2,1:x+y-*z+' },
  passing: {
    setup:
      'from=1,0/black/0,0,1:x-/2,0,1:y-/1,1,1:y+z+/0,3,1:x-/*0,0,1:z+/*0,3,1:z+/white/1,0,1:y-/3,0,1:y+/1,1,2:x+/5,0,1:x+y+/*1,1,2:y-/*5,0,1:z+',
    show: 'S0,0,1:z+>3,0,1:z+',
  },
  main: { setup: '' },
  tower: { setup: 'start=tower' },
  wall: { setup: 'start=wall' },
  steps: { setup: 'start=steps' },
  square: { setup: 'start=square' },
  cube: { setup: '', show: 'C0,0,2>0,1,3:z-' },
  edge: { setup: '', moves: ['C0,0,2>-2,-1,1:z+'] },
  threat: {
    setup: `from=2,4/black/0,0,1:x-/1,0,1:y-/2,0,2:y-/${BLACK}/${WHITE}`,
    show: 'S4,0,1:z+>0,0,1:z+',
  },
  answer: {
    setup: `from=1,6/black/0,0,1:x-/1,0,1:y-/2,1,2:y+/${BLACK}/${WHITE}`,
    show: 'S1,1,1:z+>3,1,1:z+',
  },
  lateral: { setup: 'start=steps', show: 'S0,0,3:z+>0,1,1:y+' },
  diagonal: { setup: '', show: 'S-1,0,2:z+>0,1,2:z+' },
  taking: { setup: '', moves: ['S-1,0,2:z+>0,1,2:z+', 'S1,1,2:z+>1,1,2:y+'], show: 'S0,1,2:z+>0,0,2:z+' },
  winning: { setup: '', moves: BLUNDER, show: 'S1,0,2:z+>1,1,2:z+' },
  won: { setup: '', moves: [...BLUNDER, 'S1,0,2:z+>1,1,2:z+'] },
} satisfies Record<string, Figure>;
