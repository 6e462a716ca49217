import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** About the embedded engine itself: its process, its file, or a server started with it. */
const OF_THE_EMBEDDED_ENGINE = ['test/cli/invoke.e2e.test.ts', 'test/cli/start.e2e.test.ts', 'test/aws/**'];

const environment = {
  LOG_LEVEL: 'silent',
  // Each call takes a few milliseconds more than on the embedded engine, and a transaction ten.
  LEDGER_OPERATIONS: '2000',
  LEDGER_SCHEDULES: '30',
};

/** The suites that need a table, on the engine that the run names. */
export default defineConfig({
  test: {
    ...base.test,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: ['integration', 'e2e'].map((kind) => ({
      test: {
        name: kind,
        env: environment,
        testTimeout: 120_000,
        hookTimeout: 120_000,
        include: [`test/**/*.${kind}.test.ts`],
        exclude: OF_THE_EMBEDDED_ENGINE,
        ...(kind === 'e2e' && { globalSetup: ['test/support/e2e/global-setup.ts'] }),
      },
    })),
  },
});
