import { afterAll, beforeAll, expect, test } from 'vitest';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  // 4 seconds are shorter than the timeout of `npm start`, so that the test is fast. They are still enough for a busy
  // machine.
  service = await startE2e({ catalogSize: 0, environment: { DYNAMODB_TIMEOUT_MS: '4000' } });
});
afterAll(() => service.stop());

const profile = (key: string) => service.call(user.profile, { key });

test('the service recovers without a restart after the database hung', async () => {
  const { free, pro, admin } = service.keys;
  const { pid } = service.stack.engine.process ?? {};
  if (pid === undefined) throw new Error('The database is not ours to stop');
  // This request puts the credential `free` into the authorizer's cache. While the database hangs, requests with `free`
  // therefore wait in the endpoint's function. The request with `pro` waits in the authorizer.
  expect((await profile(free)).status).toBe(200);
  process.kill(pid, 'SIGSTOP');
  try {
    for (const answer of await Promise.all([profile(free), profile(free), profile(pro)])) {
      expect([answer.status, answer.body]).toMatchObject([
        500,
        { success: false, error: { code: 'internal_error' } },
      ]);
      expect(answer.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/);
    }
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  for (const key of [free, pro, admin]) expect((await profile(key)).status).toBe(200);
});
