import { version } from '$app/environment';
import { SvelteSet } from 'svelte/reactivity';
import { keep, recall } from './storage';

/** Where this tab notes that it has reloaded itself to leave a version, so that it does so once and not for ever. */
const KEY = 'ludarium.left';

const held = new SvelteSet<() => boolean>();

/** Says when a reload would lose something here. Call it in a component. */
export function holdReload(busy: () => boolean): void {
  $effect(() => {
    held.add(busy);
    return () => void held.delete(busy);
  });
}

/** Whether the page may reload itself for a newer version: nothing would be lost, and it has not tried already. */
export const mayReload = (): boolean => ![...held].some((busy) => busy()) && recall(KEY, 'tab') !== version;

export function reload(address: string = location.href): void {
  keep(KEY, version, 'tab');
  if (address === location.href) location.reload();
  else location.href = address;
}
