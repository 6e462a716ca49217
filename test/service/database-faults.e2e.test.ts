import { afterAll, beforeAll, expect, test } from 'vitest';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 0 });
});
afterAll(() => service.stop());

const WITHIN_MS = 3_000;

async function timed(key: string) {
  const startedAt = performance.now();
  const answer = await service.call('GET', '/user/profile', { key });
  return { answer, elapsedMs: performance.now() - startedAt };
}

test('a database that hangs is answered with 500 within 3 seconds, and is well again by itself', async () => {
  const { free, pro, admin } = service.keys;
  const { pid } = service.stack.engine.process ?? {};
  if (pid === undefined) throw new Error('The database is not ours to stop');
  // One credential that the gateway has seen, so that the function waits, and one on which the authorizer does.
  expect((await timed(free)).answer.status).toBe(200);
  process.kill(pid, 'SIGSTOP');
  try {
    for (const { answer, elapsedMs } of await Promise.all([timed(free), timed(free), timed(pro)])) {
      expect([answer.status, answer.body]).toMatchObject([
        500,
        { success: false, error: { code: 'internal_error' } },
      ]);
      expect(answer.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/);
      expect(elapsedMs).toBeLessThan(WITHIN_MS);
    }
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  for (const key of [free, pro, admin]) expect((await timed(key)).answer.status).toBe(200);
});
