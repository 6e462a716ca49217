import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { EXCLUDED, INCLUDED } from './suites.ts';

/** A test here may wait for a busy machine, an engine that is starting and reads that come late. */
const TIMEOUT_MS = 300_000;

/** The suites that need a table, on the engine that the run names. */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: TIMEOUT_MS } },
      include: [...INCLUDED],
      exclude: EXCLUDED.flatMap(({ files }) => files),
      globalSetup: ['test/support/e2e/global-setup.ts'],
    },
  },
);
