import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...common } = base.test ?? {};

/** Deployments on an emulator of AWS: files whose suffix is `.deploy.test.ts`. */
export default defineConfig({
  test: {
    ...common,
    include: ['test/deploy/**/*.deploy.test.ts'],
    // Each file has an emulated account of its own, and one keeps two processors busy.
    fileParallelism: false,
    // A hook synthesizes and deploys.
    hookTimeout: 600_000,
  },
});
