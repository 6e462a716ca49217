import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { ALL, EXCLUDED } from './suites.ts';

/** A test here may wait for a busy machine, an engine that is starting and reads that come late. */
const TIMEOUT_MS = 300_000;

/** Set where the run's command line names files. */
const FILTERED_VARIABLE = 'TEST_AWS_FILTERED';

/** The suites that need a table, on the engine that the run names. */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: TIMEOUT_MS } },
      include: [...ALL],
      exclude: process.env[FILTERED_VARIABLE] === undefined ? Object.keys(EXCLUDED) : [],
      globalSetup: ['test/support/e2e/global-setup.ts'],
    },
  },
);
