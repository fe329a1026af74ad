import { MediaQuery } from 'svelte/reactivity';

/** Whether the panel is a sheet below the board; the same width as in the style of `BoardLayout.svelte`. */
export const phone = new MediaQuery('max-width: 820px');
