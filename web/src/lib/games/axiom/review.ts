import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';

const review: ReviewUi = {
  Editor,
  passed(position, other) {
    const [, seat, rest] = /^(\d),(.*)$/s.exec(position) ?? [];
    return seat && rest ? [`${other(seat)},${rest}`] : [];
  },
  lends: () => false,
};

export default review;
