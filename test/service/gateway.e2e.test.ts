import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCredentialText, CREDENTIAL_RANDOM_BYTES } from '../../shared/access/domain/credential.ts';
import { ANONYMOUS_REQUEST_LIMITS, PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import type { Answer } from '../support/answer.ts';
import { send } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { registerAssistantFlows } from './mcp/flows.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 20 });
});
afterAll(() => service.stop());

const EXPECTED_STATUSES = [200, 201, 400, 401, 403, 404, 422, 429, 500];

describe('a response that API Gateway itself makes', () => {
  test.each([
    ['GET', '/no-such-thing', {}, 404, 'not_found'],
    ['DELETE', '/strategies', {}, 404, 'not_found'],
    ['GET', '/strategies', {}, 401, 'unauthorized'],
    ['GET', '/strategies', { key: 'not-a-key' }, 401, 'unauthorized'],
    ['GET', '/health?a=%', {}, 400, 'invalid_request'],
    ['GET', `/health?a=${'x'.repeat(11_000)}`, {}, 400, 'invalid_request'],
    ['POST', '/auth/challenge', { body: 'x'.repeat(10 * 1024 * 1024 + 1) }, 400, 'invalid_request'],
  ])('the response to %s %s has the error envelope', async (method, path, options, status, code) => {
    const answer = await service.send(method, path, options);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      success: false,
      error: expect.objectContaining({ code, message: expect.any(String) }),
    });
    expect(answer.text).toMatch(/^\{"success":false,"error":/);
    for (const name of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(answer.headers.get(name), name).toMatch(/^[\w-]+$/);
    }
    expect(answer.error.details?.request_id).toBe(answer.headers.get('X-Request-Id'));
  });
});

describe('a path or method without an endpoint', () => {
  const limitsOf = ({ headers }: { headers: Headers }) =>
    ['Limit', 'Remaining'].map((name) => Number(headers.get(`X-RateLimit-${name}`)));

  test.each([
    ['GET', '/no-such-thing?a=1'],
    ['POST', '/strategies/strat_x/nothing'],
    ['GET', '/user'],
    ['DELETE', '/strategies'],
    ['PATCH', '/user/profile'],
  ])('%s %s is answered with 404 and counts against the rate limit of the account', async (method, path) => {
    const key = service.keys.pro;
    const [, before = 0] = limitsOf(await service.send('GET', '/user/profile', { key }));
    const answer = await service.send(method, path, {
      key,
      body: method === 'GET' ? undefined : 'no JSON',
    });
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    const [limit, remaining] = limitsOf(answer);
    expect(limit).toBe(PLAN_LIMITS.pro.requestsPerMinute);
    // Up to two tokens refill between the two requests on a busy machine.
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(before + 2);
    expect(answer.headers.get('RateLimit-Policy')).toContain(`"requests";q=${limit};w=60`);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test('an unknown path counts against the rate limit of the IP address of an anonymous caller', async () => {
    const answer = await service.send('GET', '/no-such-thing');
    expect([answer.status, limitsOf(answer)[0]]).toEqual([404, ANONYMOUS_REQUEST_LIMITS.requestsPerMinute]);
  });

  test('an unknown path with an invalid credential is answered with 401', async () => {
    const answer = await service.send('GET', '/no-such-thing', { key: 'not-a-key' });
    expect([answer.status, limitsOf(answer)[0]]).toEqual([401, ANONYMOUS_REQUEST_LIMITS.requestsPerMinute]);
  });

  test('an unknown path is answered with 429 when the token bucket of the account is empty', async () => {
    // Use a separate account, because this test empties the account's token bucket.
    const accounts = createAccountsContext(service.table);
    const { text: key } = await makeKey(accounts, (await makeUser(accounts, { name: 'Unknown paths' })).id);
    const limit = PLAN_LIMITS.free.requestsPerMinute;
    const answers: Answer[] = [];
    const isRefused = ({ status }: Answer) => status === 429;
    // On a slow machine the bucket refills between two requests. The number of requests until it is empty is unknown.
    while (answers.filter(isRefused).length < 10)
      answers.push(await service.send('GET', '/no-such-thing', { key }));
    const refused = answers.filter(isRefused);
    for (const answer of refused) expect(limitsOf(answer)).toEqual([limit, 0]);
    for (const [index, answer] of answers.slice(0, -1).entries()) {
      if (limitsOf(answer)[1] === 0) continue;
      expect(answers[index + 1]?.status, `the request after ${index}`).toBe(404);
    }
  });
});

test('every method on known and unknown paths is answered with a documented status', async () => {
  const paths = [
    '/',
    '/strategies',
    '/strategies/strat_x',
    '/%2e%2e',
    '/user/profile',
    '/health',
    '/admin/users',
  ];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of paths) {
      const answer = await service.send(method, path, { key: service.keys.enterprise });
      expect(EXPECTED_STATUSES, `${method} ${path}`).toContain(answer.status);
      expect(answer.body, `${method} ${path}`).toMatchObject({ success: answer.status < 300 });
    }
  }
});

test('HEAD on the health route is answered with 200 without a body, for monitoring tools', async () => {
  const answer = await fetch(`${service.baseUrl}/health`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('X-RateLimit-Limit')).toBe(String(ANONYMOUS_REQUEST_LIMITS.requestsPerMinute));
});

test('of the demo keys, only the administrator key may call the administration routes', async () => {
  const statusOf = async (key: string, path: string) => (await service.send('GET', path, { key })).status;
  for (const key of Object.values(service.keys)) expect(await statusOf(key, '/user/profile')).toBe(200);
  expect(await statusOf(service.keys.pro, '/admin/walletprovider')).toBe(403);
  expect(await statusOf(service.keys.admin, '/admin/walletprovider')).toBe(200);
});

describe('the MCP server behind the gateway', () => registerAssistantFlows(() => service));

// The last test of the file, because it uses up the rate limit of this IP address.
test.each([
  ['POST', '/mcp'],
  ['GET', '/v1/strategies'],
  ['GET', '/v1/no-such-thing'],
])(
  '130 concurrent requests with forged keys to %s %s are each rejected with 401 or 429',
  async (method, path) => {
    const forged = () => buildCredentialText('api_key', 'test', randomBytes(CREDENTIAL_RANDOM_BYTES));
    const body = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'ping' } : undefined;
    const origin = service.baseUrl.replace(/\/v1$/, '');
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => send(origin, method, path, { key: forged(), body })),
    );
    for (const { status, error, text } of answers) {
      expect([401, 429], text).toContain(status);
      expect(['unauthorized', 'rate_limit_exceeded']).toContain(error.code);
    }
  },
);
