import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/**
 * What a pull request does not wait for: files whose suffix is `.long.test.ts`, and the random tests of the ledger and
 * of bad requests at full length, which have a short run in `npm test` and read from here how long they go on.
 */
export default mergeConfig(
  { ...config, test: { ...config.test, projects: undefined } },
  {
    test: {
      // As long as the environment says, or as long as the ledger's promise is held to.
      env: {
        LEDGER_OPERATIONS: process.env.LEDGER_OPERATIONS ?? '100000',
        BAD_REQUESTS: process.env.BAD_REQUESTS ?? '60',
        LEDGER_SCHEDULES: process.env.LEDGER_SCHEDULES ?? '1000',
      },
      include: [
        'test/**/*.long.test.ts',
        'test/http/bounds.test.ts',
        'test/investments/domain/model.test.ts',
        'test/investments/model.integration.test.ts',
        'test/investments/faults.integration.test.ts',
      ],
    },
  },
);
