import type { ViewOf } from '../../api/types';
import { taught, type Goal, type Lesson } from '../../learn/lesson';
import tips from './tips.json';

/** This many more stones than before. */
const taken = (n: number): Goal => ({
  seen: (view: ViewOf<'abraxas'>, start: ViewOf<'abraxas'>, seat) =>
    (view.board.taken[seat - 1] ?? 0) - (start.board.taken[seat - 1] ?? 0) >= n,
});

const THREE = '8/8/8/8/1rrr4/8/8/8,NW';

export default [
  { id: 'corner', setup: '', seat: 2, goal: { like: '^(SW|SE|NE|NW)$' }, look: 'SW', solution: ['SW'], mistake: ['d4'] },
  { id: 'put', setup: '', moves: ['SW'], goal: { like: '^[a-h][1-8]$' }, look: 'd4', solution: ['d4'], mistake: ['!d4'] },
  {
    id: 'line',
    setup: `sheet=6;from=${THREE},2,place,0-0,3-3,3`,
    seat: 2,
    goal: taken(1),
    within: 2,
    look: 'e4',
    solution: ['e4', 'xc4'],
    mistake: ['h8'],
  },
  {
    id: 'five',
    setup: 'sheet=6;from=8/8/8/8/rrr1r3/8/8/8,NW,1,place,0-0,3-3,4',
    moves: ['d4'],
    goal: taken(2),
    look: 'b4',
    solution: ['xb4,d4'],
    mistake: ['xa4,e4'],
  },
  {
    id: 'dots',
    setup: 'from=8/8/5r2/8/8/8/8/8,NW,2,place,0-0,3-3,1',
    seat: 2,
    goal: taken(2),
    within: 2,
    look: 'd4',
    solution: ['d4', 'xd4,f6'],
    mistake: ['d3'],
  },
  {
    id: 'outside',
    setup: 'sheet=3;from=8/8/5r2/8/8/8/8/8,NW,2,place,0-0,3-3,1',
    seat: 2,
    goal: taken(2),
    within: 2,
    look: 'h8',
    solution: ['h8', 'xf6,h8'],
    mistake: ['a1'],
  },
  {
    id: 'extra',
    setup: 'sheet=6;from=8/8/8/1rrr4/8/1rrr4/8/8,NW,1,place,0-0,3-3,6',
    goal: taken(2),
    within: 4,
    reply: ['ok'],
    look: 'e5',
    solution: ['e5', 'xc5', 'e3', 'xc3'],
    mistake: ['h8', 'h7', 'h6', 'h5'],
  },
  {
    id: 'say',
    setup: `sheet=6;from=${THREE},1,extra,1-0,3-3,0`,
    moves: ['e4'],
    seat: 2,
    goal: { like: '^!' },
    look: 'e4',
    solution: ['!e4'],
    mistake: ['ok'],
  },
  {
    id: 'win',
    setup: `sheet=6;from=${THREE},1,place,10-3,3-3,3`,
    goal: { win: true },
    within: 2,
    look: 'e4',
    solution: ['e4', 'xd4'],
    mistake: ['h8'],
  },
  {
    id: 'lift',
    setup: 'sheet=6;from=8/6r1/8/8/1rrr4/8/8/8,NW,1,place,10-10,3-3,4',
    goal: { win: true },
    within: 2,
    look: 'g7',
    solution: ['g7-e4', 'xc4'],
    mistake: ['e4'],
  },
  ...taught(tips),
] satisfies Lesson[];
