import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { ALL, EXCLUDED } from './suites.ts';

/** Set where the run's command line names files. */
const FILTERED_VARIABLE = 'TEST_AWS_FILTERED';
const isFiltered = process.env[FILTERED_VARIABLE] !== undefined;

/**
 * A test here may wait for a busy machine, an engine that is starting and reads that come late; what a whole run leaves
 * out for its length may take as long as it does.
 */
const TIMEOUT_MS = isFiltered ? 3_600_000 : 300_000;

/** The suites that need a table, on the engine that the run names. */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: TIMEOUT_MS } },
      // One engine serves them, and it is what they wait for.
      maxWorkers: 2,
      include: [...ALL],
      exclude: isFiltered ? [] : Object.keys(EXCLUDED),
      globalSetup: ['test/support/e2e/global-setup.ts'],
    },
  },
);
