import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { speakIn } from './lib/i18n/index.svelte';
import { language } from './lib/settings.svelte';

const target = document.getElementById('app');
if (target) {
  // The language first, so that nothing is shown in another one.
  await speakIn(language());
  mount(App, { target });
}
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js');
