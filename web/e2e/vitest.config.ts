import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./server.ts'],
    // Browsers share two cores with the server: one file at a time, and patience.
    fileParallelism: false,
    reporters: ['verbose'],
    testTimeout: 480_000,
    hookTimeout: 120_000,
  },
});
