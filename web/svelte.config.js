import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** The name of a build is a digest of what it is made from: a page notices a newer server, and not one that was built again. */
function version() {
  const digest = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const folder of ['src', 'static', '../docs/rules']) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort()) digest.update(file).update(readFileSync(file));
  }
  return digest.digest('hex').slice(0, 16);
}

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  kit: {
    // The server sends fallback.html for every address that has no page of its own.
    adapter: adapter({ pages: 'dist', fallback: 'fallback.html' }),
    // Each page names the digest of its inline script; the server reads it there for its own policy.
    csp: { mode: 'hash', directives: { 'script-src': ['self'], 'worker-src': ['self', 'blob:'] } },
    version: { name: version(), pollInterval: 10 * 60_000 },
  },
};
