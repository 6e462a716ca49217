/** Every file that asks a table for something. */
export const ALL = ['test/**/*.integration.test.ts', 'test/**/*.e2e.test.ts'] as const;

/** One engine does one thing at a time, and these ask the most of it: they pass by their path. */
const LONG = 'takes minutes here, for random runs of activity or faults or for ten thousand movements';

/** Files that a whole run leaves out, each with the reason; named by its path, each runs like any other. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  'test/aws/proxy/proxy.integration.test.ts': 'the proxy’s own test, with an engine and rules of its own',
  'test/cli/start.e2e.test.ts': 'starts servers as an operator does, with the embedded engine',
  'test/clients/sdk/package.integration.test.ts': 'packs the client and asks no table',
  'test/dashboard/dashboard.e2e.test.ts': 'is about pages in a browser',
  'test/ingest/failures.integration.test.ts': LONG,
  'test/investments/movements/faults.integration.test.ts': LONG,
  'test/investments/reports/history.integration.test.ts': LONG,
  'test/investments/pauses.integration.test.ts': LONG,
  'test/service/versions.e2e.test.ts':
    'has a template of its own, whose functions no role of the synthesized one knows',
  'test/statistics/statistics.integration.test.ts': LONG,
};
