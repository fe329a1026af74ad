import { asset } from '$app/paths';
import { settings } from './settings.svelte';

/** Asks the browser for leave to notify; false if it says no. */
export async function allow(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Tells someone who is looking elsewhere that it is their turn. */
export function notify(title: string, body: string): void {
  if (!settings.notify || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const note = new Notification(title, { body, tag: 'ludarium-turn', icon: asset('/icon-192.png') });
  note.onclick = () => {
    focus();
    note.close();
  };
}
