import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useCompileCache } from './infra/emulator/process/compile-cache.ts';

// Most of the processor time of a run is loading: of workers, functions and commands by the hundred.
useCompileCache();

/** The kinds of test by the suffix of the file; each kind brings up only what it needs. */
const KINDS = ['integration', 'template', 'e2e', 'long', 'clients'] as const;
const files = (kind: (typeof KINDS)[number]) => `test/**/*.${kind}.test.ts`;

export default defineConfig({
  test: {
    env: { LOG_LEVEL: 'silent' },
    reporters: ['default', './test/support/capability-times.ts'],
    // Most tests wait for processes of their own, so two go side by side even where there are two cores only.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test may wait for a database, a bundle or a busy machine, never for a clock: this ends one that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        // These keep no state between tests either, and loading is most of what they cost.
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: KINDS.map(files), isolate: false },
      },
      { extends: true, test: { name: 'integration', include: [files('integration')] } },
      // One loading of the CDK for all of them: the files keep no state between tests.
      { extends: true, test: { name: 'template', include: [files('template')], isolate: false } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [files('e2e')],
          globalSetup: ['test/support/e2e/global-setup.ts'],
          setupFiles: ['test/support/e2e/record-file.ts'],
        },
      },
    ],
  },
});
