import type { ViewOf } from '../../api/types';
import { taught, type Goal, type Lesson } from '../../learn/lesson';
import figures from './figures';
import tips from './tips.json';

const { taking, winning } = figures;

/** This many more cubes of the other side than before. */
const taken = (n: number): Goal => ({
  seen(view: ViewOf<'axiom'>, start: ViewOf<'axiom'>, seat) {
    const gone = ({ board }: ViewOf<'axiom'>): number =>
      board.taken.reduce((sum, { single, double }, i) => (i === seat - 1 ? sum : sum + single + double), 0);
    return gone(view) - gone(start) >= n;
  },
});

export default [
  {
    id: 'sceptre',
    setup: '',
    goal: { like: '^S' },
    look: '-1,0,2:z+',
    solution: ['S-1,0,2:z+>0,0,2:z+'],
    mistake: ['C0,0,2>0,1,3:z-'],
  },
  {
    id: 'edge',
    setup: '',
    goal: { like: '^S.*,1:y-$' },
    look: '1,0,2:z+',
    solution: ['S1,0,2:z+>1,0,1:y-'],
    mistake: ['S1,0,2:z+>1,0,2:y-'],
  },
  {
    id: 'diagonal',
    setup: '',
    goal: { like: '^S.*>0,1,2:z\\+$' },
    look: '1,0,2:z+',
    solution: ['S1,0,2:z+>0,1,2:z+'],
    mistake: ['S1,0,2:z+>0,0,2:z+'],
  },
  {
    id: 'cube',
    setup: '',
    goal: { like: '^C' },
    look: '0,0,2',
    solution: ['C0,0,2>-2,-1,1:z+'],
    mistake: ['C-1,0,2>-2,0,1:z+'],
  },
  {
    id: 'stack',
    setup: '',
    goal: { like: '^C.*,3:' },
    look: '0,1,3',
    solution: ['C0,0,2>0,1,3:z-'],
    mistake: ['C0,0,2>0,1,3:z+'],
  },
  {
    id: 'pass',
    setup: figures.passing.setup,
    goal: { like: '>[23],0,1:z\\+$' },
    look: '0,0,1:z+',
    solution: ['S0,0,1:z+>3,0,1:z+'],
    mistake: ['S0,0,1:z+>1,0,1:z+'],
  },
  {
    id: 'take',
    setup: taking.setup,
    moves: taking.moves,
    goal: taken(1),
    look: '0,1,2:z+',
    solution: ['S0,1,2:z+>0,0,2:z+'],
    mistake: ['S0,1,2:z+>0,1,2:y+'],
  },
  {
    id: 'win',
    setup: winning.setup,
    moves: winning.moves,
    goal: { win: true },
    look: '1,0,2:z+',
    solution: ['S1,0,2:z+>1,1,2:z+'],
    mistake: ['S-1,0,2:z+>0,0,2:z+'],
  },
  ...taught(tips),
] satisfies Lesson[];
