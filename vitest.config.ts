import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useCompileCache } from './infra/emulator/process/compile-cache.ts';

// Most of the processor time of a run is loading: of workers, functions and commands by the hundred.
useCompileCache();

/** The kinds of test by the suffix of the file; each kind brings up only what it needs. */
const KINDS = ['integration', 'template', 'e2e', 'long', 'clients', 'deploy'] as const;
const files = (kind: (typeof KINDS)[number]) => `test/**/*.${kind}.test.ts`;

/** Loading is a third of what a file costs, so files of a kind share workers: none may leave anything behind. */
const SHARED = { isolate: false } as const;

export default defineConfig({
  test: {
    env: { LOG_LEVEL: 'silent' },
    reporters: ['default', './test/support/runs/capability-times.ts'],
    // Most tests wait for processes of their own, or for a moment to pass: three fill two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // A test may wait for a database, a bundle or a busy machine, never for a clock: this ends one that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // What a failed expectation found stands in its message, which is all that a run elsewhere leaves.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: { ...SHARED, name: 'unit', include: ['test/**/*.test.ts'], exclude: KINDS.map(files) },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'integration',
          include: [files('integration')],
          setupFiles: ['test/support/runs/start-afresh.ts'],
        },
      },
      { extends: true, test: { ...SHARED, name: 'template', include: [files('template')] } },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'e2e',
          include: [files('e2e')],
          globalSetup: ['test/support/e2e/global-setup.ts'],
          setupFiles: ['test/support/e2e/record-file.ts'],
        },
      },
    ],
  },
});
