import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';
import { counted } from './position';

const review: ReviewUi = {
  Editor,
  passed(position, other) {
    const parts = position.split('/');
    const swap = parts.at(-1)?.startsWith('swap') ? [parts.pop()] : [];
    const [seat, actions, , out] = parts.slice(-4);
    return seat && actions && out ? [[...parts.slice(0, -4), other(seat), Number(actions) + 1, 0, out, ...swap].join('/')] : [];
  },
  mend: (position, { key }) => counted(position, key),
  lends: () => false,
};

export default review;
