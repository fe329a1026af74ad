import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';

const review: ReviewUi = {
  Editor,
  passed(position, other) {
    const parts = position.split('_');
    const [, round, seat] = /^(\d+)\.(\d)c?$/.exec(parts[4] ?? '') ?? [];
    if (!round || !seat || parts[5] !== 'pick') return [];
    const next = other(seat);
    const turn = `${Number(round) + (Number(next) < Number(seat) ? 1 : 0)}.${next}`;
    // The round closes with the last seat that plays.
    return ['', 'c'].map((closing) => [...parts.slice(0, 4), `${turn}${closing}`, 'pick'].join('_'));
  },
  lends: () => false,
};

export default review;
