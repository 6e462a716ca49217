/** Every test file that uses a table. */
export const ALL = ['test/**/*.integration.test.ts', 'test/**/*.e2e.test.ts'] as const;

/** The reason why EXCLUDED_TEST_FILES contains long tests. A long test runs if the command line names its path. */
const LONG_RUN_REASON =
  'takes minutes here, for random runs of activity or faults or for ten thousand transactions';

/** Test files that a whole run leaves out, with the reason. Each runs if the command line names its path. */
export const EXCLUDED_TEST_FILES: Readonly<Record<string, string>> = {
  'test/aws/proxy/proxy.integration.test.ts': 'the proxy’s own test, with an engine and rules of its own',
  'test/cli/start.e2e.test.ts': 'starts servers as an operator does, with the embedded engine',
  'test/dashboard/dashboard.e2e.test.ts': 'is about pages in a browser',
  'test/ingest/failures.integration.test.ts': LONG_RUN_REASON,
  'test/investments/settlement/faults.integration.test.ts': LONG_RUN_REASON,
  'test/investments/reports/history.integration.test.ts': LONG_RUN_REASON,
  'test/investments/pauses.integration.test.ts': LONG_RUN_REASON,
  'test/service/versions.e2e.test.ts':
    'has a template of its own, whose functions no role of the synthesized one knows',
  'test/statistics/statistics.integration.test.ts': LONG_RUN_REASON,
};
