import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressLimiter } from '../../shared/access/address-limiter.ts';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { type BucketLimits, bucketOf, type RateLimitStatus } from '../../shared/access/domain/rate-limit.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { microsOf, take } from './model.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const START = microsOf(NOW);
const SECOND = 1_000_000;
let now = START;
const clock = () => now;

/** Takes a token from a bucket. `instance` is the index of the instance that takes the token. */
type Admit = (
  instance: number,
) => Promise<{ readonly isAdmitted: boolean; readonly status: RateLimitStatus }>;

async function account(limits: BucketLimits): Promise<Admit> {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts, { plan: 'enterprise', limits });
  const keys = await Promise.all([makeKey(accounts, user.id), makeKey(accounts, user.id)]);
  const instances = keys.map(() => new CredentialLimiter(() => table, clock, TEST_STORE_TIMEOUT_MILLIS));
  return async (instance) => {
    const makeAnswer = await instances[instance]?.admit(keys[instance]?.hash ?? '');
    if (makeAnswer?.outcome !== 'admitted' && makeAnswer?.outcome !== 'refused')
      throw new Error('The key is of no use');
    return { isAdmitted: makeAnswer.outcome === 'admitted', status: makeAnswer.status };
  };
}

let addresses = 0;
async function address(limits: BucketLimits): Promise<Admit> {
  addresses += 1;
  const name = `2001:db8::${addresses.toString(16)}`;
  const instances = [0, 1].map(() =>
    createAddressLimiter(() => table, limits, clock, TEST_STORE_TIMEOUT_MILLIS),
  );
  return async (instance) => {
    const makeAnswer = await instances[instance]?.admit(name);
    if (makeAnswer?.outcome !== 'admitted' && makeAnswer?.outcome !== 'refused') throw new Error('No answer');
    return { isAdmitted: makeAnswer.outcome === 'admitted', status: makeAnswer.status };
  };
}

const limits = fc.record({
  requestsPerMinute: fc.integer({ min: 1, max: 120 }),
  burst: fc.integer({ min: 1, max: 12 }),
});
const requests = fc.array(
  fc.record({
    waitMicros: fc.oneof(fc.constant(0), fc.nat(2 * SECOND), fc.nat(90 * SECOND)),
    instance: fc.nat(1),
  }),
  { minLength: 1, maxLength: 30 },
);

describe.each([
  ['an account', account],
  ['an IP address', address],
])('the rate limit headers for the token bucket of %s, with random limits and requests', (_, make) => {
  test('the header Remaining is 0 exactly when an immediate further request would be rejected', async () => {
    await fc.assert(
      fc.asyncProperty(limits, requests, async (plan, schedule) => {
        now = START;
        const admit = await make(plan);
        const bucket = bucketOf(plan);
        let fullAtMicros = 0;
        let last: RateLimitStatus | undefined;
        for (const { waitMicros, instance } of schedule) {
          now += waitMicros;
          const { isAdmitted, status } = await admit(instance);
          if (last !== undefined && waitMicros === 0) expect(isAdmitted).toBe(last.remaining > 0);
          if (last !== undefined && last.remaining > 0) expect(isAdmitted).toBe(true);
          fullAtMicros = take(bucket, fullAtMicros, now).fullAtMicros;
          expect(take(bucket, fullAtMicros, now).admitted).toBe(status.remaining > 0);
          expect(status.limit).toBe(plan.requestsPerMinute);
          last = status;
        }
      }),
      { numRuns: 6 },
    );
  });

  test('at the time in the header Reset, the limiter admits as many requests as the smaller of limit and burst', async () => {
    await fc.assert(
      fc.asyncProperty(limits, requests, async (plan, schedule) => {
        now = START;
        const admit = await make(plan);
        let reset = 0;
        for (const { waitMicros, instance } of schedule) {
          now += waitMicros;
          ({ reset } = (await admit(instance)).status);
        }
        now = reset * SECOND;
        const first = await admit(0);
        expect(first.isAdmitted).toBe(true);
        // Value of `remaining` for a full bucket. The first request has already taken one token, so 1 is added to
        // `remaining`.
        const most = Math.min(plan.requestsPerMinute, plan.burst);
        expect(first.status.remaining + 1).toBeGreaterThanOrEqual(most);
        let { status } = first;
        for (let left = first.status.remaining; left > 0; left -= 1) {
          const makeAnswer = await admit(left % 2);
          expect(makeAnswer.isAdmitted).toBe(true);
          status = makeAnswer.status;
        }
        if (plan.burst <= plan.requestsPerMinute)
          expect((await admit(1)).isAdmitted).toBe(status.remaining > 0);
      }),
      { numRuns: 6 },
    );
  });
});
