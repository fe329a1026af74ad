import type { ReviewUi } from '../ui';
import Editor from './Editor.svelte';

const review: ReviewUi = { Editor };

export default review;
