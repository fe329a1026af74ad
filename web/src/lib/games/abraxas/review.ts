import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';
import { counted } from './position';

const review: ReviewUi = {
  Editor,
  mend: (position, refusal) => counted(position, refusal.key, refusal.args),
};

export default review;
