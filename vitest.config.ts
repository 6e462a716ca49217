import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useCompileCache } from './infra/emulator/process/compile-cache.ts';
import { LongestFirstSequencer } from './test/support/runs/longest-first.ts';

// Enable the compile cache, because a test run spends most of its CPU time on loading modules. It starts
// hundreds of workers, functions and commands.
useCompileCache();

// esbuild is a Go program, which bundles all functions several times in a run. With this value, it collects garbage
// less often.
process.env.GOGC ??= '400';

/** Kinds of tests, by the suffix of the test file. Each kind starts only the services that it needs. */
const TEST_KINDS = ['integration', 'template', 'e2e', 'long', 'clients', 'deploy'] as const;
const files = (kind: (typeof TEST_KINDS)[number]) => `test/**/*.${kind}.test.ts`;

/**
 * Test files of the same kind share workers, because loading modules takes a third of a file's run time. Therefore, no
 * test may leave state behind.
 */
const SHARED_TEST_OPTIONS = { isolate: false } as const;

/**
 * Lets Node load the modules itself, without Vite's transforms, because this takes less CPU time. With this setting,
 * `vi.mock` and `vi.resetModules` have no effect. The integration tests need both functions, so they do not use this
 * setting.
 */
const NATIVE_LOADER_OPTIONS = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

export default defineConfig({
  test: {
    env: { LOG_LEVEL: 'silent' },
    // A larger young generation needs fewer garbage collections.
    execArgv: ['--max-semi-space-size=32'],
    reporters: ['default', './test/support/runs/capability-times.ts'],
    // Use at least four workers, because most tests wait for other processes or for time to pass. With three workers,
    // two CPU cores are idle a fifth of the time.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirstSequencer },
    // This timeout ends a test that hangs. It is long, because a test may have to wait for a database, a bundle
    // or a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Show long values in the message of a failed expectation, because the message is all that remains of a run
    // on another machine.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED_TEST_OPTIONS,
          ...NATIVE_LOADER_OPTIONS,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: TEST_KINDS.map(files),
        },
      },
      {
        extends: true,
        test: {
          ...SHARED_TEST_OPTIONS,
          name: 'integration',
          include: [files('integration')],
          setupFiles: ['test/support/runs/start-afresh.ts', 'test/support/runs/unsigned-requests.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED_TEST_OPTIONS,
          ...NATIVE_LOADER_OPTIONS,
          name: 'template',
          include: [files('template')],
          globalSetup: ['test/infra/support/stacks-folder.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED_TEST_OPTIONS,
          ...NATIVE_LOADER_OPTIONS,
          name: 'e2e',
          include: [files('e2e')],
          globalSetup: ['test/support/e2e/global-setup.ts'],
          setupFiles: ['test/support/e2e/record-file.ts'],
        },
      },
    ],
  },
});
