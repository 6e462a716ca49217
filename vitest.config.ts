import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One project per kind of test; each kind brings up only what it needs. */
export default defineConfig({
  test: {
    env: { LOG_LEVEL: 'silent' },
    // Most tests wait for processes of their own, so two go side by side even where there are two cores only.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test may wait for a database or a bundle, never for a clock.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/integration/**', 'test/e2e/**', 'test/infra/**'],
        },
      },
      { extends: true, test: { name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      // One loading of the CDK for all of them: the files keep no state between tests.
      { extends: true, test: { name: 'template', include: ['test/infra/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'infra', include: ['test/infra/*/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/support/global-setup.ts'],
        },
      },
    ],
  },
});
