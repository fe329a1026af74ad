import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';
import { counted } from './position';

const review: ReviewUi = {
  Editor,
  mend: (position, { key }) => counted(position, key),
};

export default review;
