/** The files of a run: README.md says why not the others. Named ones of any kind can be run by their path. */
export const INCLUDED = [
  'test/access/stamp.integration.test.ts',
  'test/accounts/api-keys.integration.test.ts',
  'test/accounts/gateway-keys.integration.test.ts',
  'test/accounts/login.integration.test.ts',
  'test/investments/investments.integration.test.ts',
  'test/platform/dynamodb/idempotency.integration.test.ts',
  'test/platform/dynamodb/numbered-list.integration.test.ts',
  'test/platform/dynamodb/snapshot-reader.integration.test.ts',
  'test/platform/dynamodb/snapshots.integration.test.ts',
  'test/wallets/connections.integration.test.ts',
  'test/wallets/wallets.e2e.test.ts',
] as const;

/** What a run with filters chooses from. */
export const ALL = ['test/**/*.integration.test.ts', 'test/**/*.e2e.test.ts'] as const;
