import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Whether a site of its own is built, which any web host can serve (`cargo xtask site`). */
const SITE = process.env['VITE_SITE'] === 'yes';

/** The name of a build is a digest of what it is made from: a page notices a newer server, and not one that was built again. */
function version() {
  const digest = createHash('sha256').update(readFileSync('package-lock.json'));
  digest.update(`${process.env['VITE_SITE']} ${process.env['VITE_SERVER']}`);
  for (const folder of ['src', 'static', '../docs/rules']) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort()) digest.update(file).update(readFileSync(file));
  }
  return digest.digest('hex').slice(0, 16);
}

// Each page names the digest of its inline script; the server reads it there for its own policy.
const scripts = { 'script-src': ['self', 'wasm-unsafe-eval'], 'worker-src': ['self', 'blob:'] };
/** As the server's; but a page cannot say by itself who may frame it. */
const policy = {
  'default-src': ['none'],
  ...scripts,
  'style-src': ['self', 'unsafe-inline'],
  'img-src': ['self', 'blob:', 'data:'],
  'font-src': ['self'],
  'media-src': ['self'],
  'connect-src': ['self', 'blob:', 'data:'],
  'manifest-src': ['self'],
  'base-uri': ['none'],
  'form-action': ['self'],
};

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  kit: {
    // The server sends fallback.html for every address that has no page of its own; a site has a page for each.
    adapter: SITE ? adapter({ pages: '../dist/site', strict: false }) : adapter({ pages: 'dist', fallback: 'fallback.html' }),
    csp: { mode: 'hash', directives: SITE ? policy : scripts },
    prerender: { handleUnseenRoutes: 'ignore' },
    version: { name: version(), pollInterval: 10 * 60_000 },
  },
};
