import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

const server = process.env['LUDARIUM_SERVER'] ?? 'http://127.0.0.1:7777';

export default defineConfig({
  plugins: [sveltekit()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  // The rules are beside this folder, in docs.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true, changeOrigin: true }, '/healthz': server } },
});
