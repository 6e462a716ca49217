import { afterAll, beforeAll, expect, test } from 'vitest';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { callRoute } from '../../support/e2e/send.ts';
import { type Account, deployIntoAccount } from '../account.ts';
import { registerTourTests } from '../tour.ts';

/** The route of the function whose permissions this test removes. The tour does not call this route. */
const RESTRICTED_FUNCTION_ROUTE = user.limits;

let account: Account;
beforeAll(async () => {
  account = await deployIntoAccount({
    emulator: { AUTH: 'true' },
    damage: ({ Resources }) => {
      const { Properties } = Resources.AccountsLimitsRole ?? {};
      if (Properties === undefined) throw new Error('The template has no AccountsLimitsRole');
      Properties.Policies = [];
    },
  });
});
afterAll(() => account?.stop());

// All other functions have their normal IAM roles. The tour succeeds only if these roles allow enough.
const tour = registerTourTests(() => account);

test('a function whose IAM role allows nothing answers with 500', async () => {
  const baseUrl = `${account.service.origin}/v1`;
  const answer = await callRoute(baseUrl, RESTRICTED_FUNCTION_ROUTE, { key: tour.key });
  expect(answer.status).toBe(500);
});
