import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/**
 * What a pull request does not wait for: files whose suffix is `.long.test.ts`, and at full length the tests of the
 * ledger, the ingestion and bad requests that `npm test` runs shortly, which read from here how long they go on.
 */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      // As long as the environment says, or as long as the ledger's promise is held to.
      env: {
        LEDGER_OPERATIONS: process.env.LEDGER_OPERATIONS ?? '100000',
        BAD_REQUESTS: process.env.BAD_REQUESTS ?? '60',
        CASE_STRIDE: '1',
        LEDGER_SCHEDULES: process.env.LEDGER_SCHEDULES ?? '1000',
      },
      include: [
        'test/**/*.long.test.ts',
        'test/accounts/erasure.integration.test.ts',
        'test/http/bounds.test.ts',
        'test/service/mcp/bounds.test.ts',
        'test/investments/domain/model.test.ts',
        'test/investments/model.integration.test.ts',
        'test/investments/movements/faults.integration.test.ts',
        'test/investments/onchain/vault-solvency.integration.test.ts',
        'test/investments/onchain/verify-chain.integration.test.ts',
        'test/investments/pauses.integration.test.ts',
        'test/investments/verify/verify.integration.test.ts',
        'test/ingest/failures.integration.test.ts',
      ],
    },
  },
);
