import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...common } = base.test ?? {};

/** The test configuration for files with the suffix `.clients.test.ts`, which use tools of other projects. */
export default defineConfig({
  test: {
    ...common,
    include: ['test/clients/**/*.clients.test.ts'],
    globalSetup: ['test/support/e2e/global-setup.ts'],
    // Files run one after another, because they download the same tools.
    fileParallelism: false,
    // The timeouts are long, because a test compiles code and may have to download its tools.
    testTimeout: 1_200_000,
    hookTimeout: 180_000,
  },
});
