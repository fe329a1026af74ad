import { taught, type Lesson } from '../../learn/lesson';
import figures from './figures';
import tips from './tips.json';

const { moves: DISTANCES } = figures['distance-4'];

const LAST = (cell: string): string => `from=h2,h4,h6,${cell}/a2,a6,c8,d4/1/40/0/-`;

export default [
  { id: 'move', setup: '', goal: { like: '^a2-c4$' }, look: 'a2', solution: ['a2-c4'], mistake: ['a8-b8'] },
  {
    id: 'inner',
    setup: '',
    goal: { like: '^a[46]-' },
    within: 2,
    reply: ['h2-f2', 'h8-f12'],
    look: 'a2',
    solution: ['a2-c4', 'a4-c6'],
    mistake: ['a4-c4'],
  },
  { id: 'distance', setup: '', moves: DISTANCES, goal: { like: '^a6-' }, look: 'a6', solution: ['a6-b11'], mistake: ['c6-e7'] },
  { id: 'exact', setup: '', moves: DISTANCES, goal: { like: '^c6-e7$' }, look: 'c6', solution: ['c6-e7'], mistake: ['c6-e6'] },
  {
    id: 'barred',
    setup: '',
    moves: DISTANCES,
    goal: { like: '^c10-d13$' },
    look: 'c10',
    solution: ['c10-d13'],
    mistake: ['c10-c7'],
  },
  {
    id: 'early',
    setup: 'from=h2,h6,g9,f11/a2,a6,c8,d4/1/40/0/-',
    goal: { like: '^g9-h8$' },
    look: 'g9',
    solution: ['g9-h8'],
    mistake: ['h2-h1'],
  },
  {
    id: 'three',
    setup: 'seats=3;from=c4,c8,a6,a8/e1,f1,g1,h1/e15,f13,g11,h9/1/6/0/-',
    goal: { like: '^c[48]-' },
    look: 'c4',
    solution: ['c8-e8'],
    mistake: ['a8-b8'],
  },
  { id: 'win', setup: LAST('g10'), goal: { win: true }, look: 'g10', solution: ['g10-h8'], mistake: ['h2-h1'] },
  ...taught(tips),
] satisfies Lesson[];
