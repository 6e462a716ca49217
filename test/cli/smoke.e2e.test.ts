import { afterAll, beforeAll, expect, test } from 'vitest';
import { smoke } from '../../infra/cli/smoke.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 20 });
});
afterAll(() => service.stop());

async function run(key: string, baseUrl = service.baseUrl) {
  const lines: string[] = [];
  const isWell = await smoke({ baseUrl, key }, (line) => lines.push(line));
  return { isWell, failed: lines.filter((line) => !line.startsWith('ok')), lines };
}

test('a service that runs is well in every respect', async () => {
  const { isWell, failed, lines } = await run(service.keys.enterprise);
  expect(failed).toEqual([]);
  expect(isWell).toBe(true);
  expect(lines.length).toBeGreaterThan(10);
});

test('a key that is refused is told of by every question that needs it', async () => {
  const { isWell, failed } = await run('yk_test_no-such-key');
  expect(isWell).toBe(false);
  expect(failed[0]).toBe('FAILED  GET /strategies?per_page=1 answered 401 instead of 200');
});

test('an address that nobody serves is told of, not thrown', async () => {
  const { isWell, failed } = await run('any', 'http://127.0.0.1:1/v1');
  expect(isWell).toBe(false);
  expect(failed[0]).toMatch(/^FAILED {2}GET \(base address\) did not answer: /);
});
