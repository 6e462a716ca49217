/** Every file that asks a table for something. */
export const ALL = ['test/**/*.integration.test.ts', 'test/**/*.e2e.test.ts'] as const;

/** Each run goes on after hundreds of calls that fail or are cut off in turn, and a call takes ten times as long here. */
const MANY_RUNS = 'hundreds of runs of random faults or activity, which ask what the product does then';
/** What such a function may do, no role of the synthesized template says. */
const OTHER_TEMPLATE = 'functions of a template of its own, which the roles do not know';

/** Files that a whole run leaves out, each with the reason; named by its path, each runs like any other. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  'test/aws/proxy/proxy.integration.test.ts': 'the proxy’s own test, with an engine and rules of its own',
  'test/cli/start.e2e.test.ts': 'starts servers as an operator does, with the embedded engine',
  'test/clients/sdk/package.integration.test.ts': 'packs the client and asks no table',
  'test/dashboard/dashboard.e2e.test.ts': 'is about pages in a browser',
  'test/ingest/ingest.integration.test.ts': MANY_RUNS,
  'test/investments/faults.integration.test.ts': MANY_RUNS,
  'test/investments/history.integration.test.ts': 'makes thousands of movements one after another',
  'test/investments/pauses.integration.test.ts': MANY_RUNS,
  'test/investments/verify.integration.test.ts': MANY_RUNS,
  'test/notifications/delivery.integration.test.ts': MANY_RUNS,
  'test/service/versions.e2e.test.ts': OTHER_TEMPLATE,
  'test/statistics/statistics.integration.test.ts': MANY_RUNS,
};
