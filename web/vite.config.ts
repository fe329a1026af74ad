import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const server = process.env['LUDARIUM_SERVER'] ?? 'http://127.0.0.1:7777';

/** What every page needs comes in one script: on a slow line each of twenty small ones would cost a part of a second. */
const shell =
  /node_modules.(svelte|@sveltejs|@lucide|esm-env|devalue|idb-keyval).|src.lib.(api|i18n.(catalogue|index|en)|settings|storage|random|update|people|games.(index|seats|boards|\w+.(index|words\.ts))|ui.Why|table.(address|invitation))/;

export default defineConfig({
  worker: { format: 'es' },
  plugins: [sveltekit()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shell', test: shell }] } } },
  },
  // The rules are beside this folder, in docs. The server is told our own host: it answers pages of its own host alone.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true }, '/healthz': { target: server } } },
});
