import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/**
 * Long tests, which a pull request does not run. They are the files with the suffix `.long.test.ts`, and the
 * listed tests of the ledger, the ingestion and bad requests. `npm test` runs the listed tests with few cases.
 * This file sets their full number of cases.
 */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      // Number of cases that the tests run, unless the environment sets another number.
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
        'test/investments/settlement/faults.integration.test.ts',
        'test/investments/onchain/vault-solvency.integration.test.ts',
        'test/investments/onchain/verify-chain.integration.test.ts',
        'test/investments/pauses.integration.test.ts',
        'test/investments/verify/verify.integration.test.ts',
        'test/ingest/failures.integration.test.ts',
      ],
    },
  },
);
