import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';

const review: ReviewUi = {
  Editor,
  passed(position, other) {
    const parts = position.split('/');
    const [seat, actions, , out] = parts.slice(-4);
    return seat && actions && out ? [[...parts.slice(0, -4), other(seat), Number(actions) + 1, 0, out].join('/')] : [];
  },
  lends: () => false,
};

export default review;
