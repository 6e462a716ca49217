import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...common } = base.test ?? {};

/** The test configuration for files with the suffix `.deploy.test.ts`, which deploy to an emulator of AWS. */
export default defineConfig({
  test: {
    ...common,
    include: ['test/deploy/**/*.deploy.test.ts'],
    // Each file has its own emulated account, and one account keeps two processors busy.
    fileParallelism: false,
    // A hook synthesizes and deploys the stage.
    hookTimeout: 600_000,
  },
});
