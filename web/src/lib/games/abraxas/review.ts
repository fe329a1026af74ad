import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';
import { counted } from './position';

const review: ReviewUi = {
  Editor,
  passed(position, other) {
    const [rows, corner, seat, phase, taken, stops, quiet] = position.split(',');
    if (!seat || !quiet || (phase !== 'place' && phase !== 'barred')) return [];
    const counts = [Number(quiet), Number(quiet) + 1, Math.max(0, Number(quiet) - 1)];
    const text = (held: string | undefined, count: number): string => [rows, corner, other(seat), 'place', held, stops, count].join(',');
    // While nothing is taken the seats place in turn. Then the one that passes is lent a stone, far from enough to win.
    const lent = taken
      ?.split('-')
      .map((n, i) => Number(n) + (i === Number(seat) - 1 ? 1 : 0))
      .join('-');
    return [...counts.map((count) => text(taken, count)), ...counts.map((count) => text(lent, count))];
  },
  mend: (position, refusal) => counted(position, refusal.key, refusal.args),
  lends: (position, passed) => passed.split(',')[4] !== position.split(',')[4],
};

export default review;
