import type { Figure } from '../../learn/figures';

export const DISTANCES = ['a2-b4', 'h2-f2', 'b4-c6', 'h4-h1', 'a8-c10', 'h6-g7'];

export default {
  lines: { setup: '', moves: DISTANCES, pick: 'c10' },
  start: { setup: '' },
  three: { setup: 'seats=3' },
  'distance-4': { setup: '', moves: DISTANCES, pick: 'c6' },
  'distance-5': { setup: '', moves: DISTANCES, pick: 'a6' },
} satisfies Record<string, Figure>;
