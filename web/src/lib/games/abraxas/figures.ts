import type { Figure } from '../../learn/figures';

export default {
  preparation: { setup: '', moves: ['SW'] },
  diagonal: { setup: 'from=8/8/5r2/8/3r4/8/8/8,NW,1,place,0-0,3-3,2', moves: ['b2'] },
  vertical: { setup: 'sheet=2;from=8/8/4r3/8/4r3/8/8/8,NW,1,place,0-0,3-3,2', moves: ['e5'] },
} satisfies Record<string, Figure>;
