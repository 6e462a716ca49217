import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...common } = base.test ?? {};

/** Clients that others' tools make of the document: files whose suffix is `.clients.test.ts`. */
export default defineConfig({
  test: {
    ...common,
    include: ['test/clients/**/*.clients.test.ts'],
    globalSetup: ['test/support/e2e/global-setup.ts'],
    // One file after the other: both fetch the same tools.
    fileParallelism: false,
    // Most of a test's time is that of compilers and of fetching them, once.
    testTimeout: 1_200_000,
    hookTimeout: 180_000,
  },
});
