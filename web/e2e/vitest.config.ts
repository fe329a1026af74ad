import { svelte } from '@sveltejs/vite-plugin-svelte';
import { configDefaults, defineConfig } from 'vitest/config';
import { PATIENCE, TEST_PATIENCE } from './patience';

export default defineConfig({
  // The list of the games comes with their catalogues.
  plugins: [svelte()],
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    exclude: [...configDefaults.exclude, '*.long.test.ts'],
    // Each file has a server and a database of its own, so that files can run side by side.
    pool: 'forks',
    maxWorkers: 3,
    reporters: ['verbose'],
    testTimeout: TEST_PATIENCE,
    hookTimeout: TEST_PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
  },
});
