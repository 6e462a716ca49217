import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { ALL, EXCLUDED_TEST_FILES } from './suites.ts';

/** Name of the environment variable that is set if the command line names test files. */
const FILTERED_RUN_VARIABLE = 'TEST_AWS_FILTERED';
const isFilteredRun = process.env[FILTERED_RUN_VARIABLE] !== undefined;

/**
 * Time limit of a test in milliseconds. It allows for a busy machine, a starting engine and delayed eventually
 * consistent reads. It is higher if the command line names test files, because only then long tests run.
 */
const TIMEOUT_MS = isFilteredRun ? 3_600_000 : 300_000;

/** Runs all test files that use a table, on the engine of this run. */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: TIMEOUT_MS } },
      // The tests wait for one engine, so more workers would not be faster.
      maxWorkers: 2,
      include: [...ALL],
      exclude: isFilteredRun ? [] : Object.keys(EXCLUDED_TEST_FILES),
      globalSetup: ['test/support/e2e/global-setup.ts'],
    },
  },
);
