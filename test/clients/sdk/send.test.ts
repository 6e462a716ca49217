import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, createClient, YieldApiError } from '../../../clients/sdk/src/index.ts';

/** One answer of the service, or `undefined` for a connection that breaks. */
interface Scripted {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const OK: Scripted = { body: { success: true, data: { id: 'inv_1' }, meta: {} } };
const failure = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: { success: false, error: { code, message: `It is ${code}.`, details: { why: code } } },
});

let sent: { url: string; method: string; headers: Record<string, string>; body: string | undefined }[];

/** A client whose requests are answered by the script, one after the other; the last answer stays. */
function scripted(...answers: (Scripted | undefined)[]) {
  return createClient({
    baseUrl: 'https://api.example.com/v1/',
    credential: 'yk_test_x',
    fetch: async (url, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers).entries());
      const body = typeof init.body === 'string' ? init.body : undefined;
      sent.push({ url: String(url), method: init.method ?? 'GET', headers, body });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new TypeError('fetch failed');
      return new Response(JSON.stringify(answer.body), {
        status: answer.status ?? 200,
        headers: { 'X-Request-Id': 'req-1', 'X-RateLimit-Limit': '60', ...answer.headers },
      });
    },
  });
}

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets every pause pass. */
async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T> | undefined> {
  const settled = Promise.allSettled([promise]);
  await vi.runAllTimersAsync();
  return (await settled)[0];
}

const deposit = { strategy_id: 'strat_1', amount: '1' };

describe('a request', () => {
  test('puts path parameters, lists and the credential where the service reads them', async () => {
    const client = scripted(OK);
    await client.strategies.get({ id: 'strat_a/b' });
    await client.market.prices({ assets: ['ETH', 'USDC'], page: 2 });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example.com/v1/strategies/strat_a%2Fb',
      'https://api.example.com/v1/market/prices?assets=ETH%2CUSDC&page=2',
    ]);
    expect(sent[0]?.headers['x-api-key']).toBe('yk_test_x');
  });

  test('sends the body of a POST without the path parameters', async () => {
    await scripted(OK).accounts.rotateApiKey({ id: 'key_1', overlap_seconds: 60 });
    expect(sent).toMatchObject([
      {
        url: 'https://api.example.com/v1/user/api-keys/key_1/rotate',
        method: 'POST',
        body: '{"overlap_seconds":60}',
      },
    ]);
  });

  test('that lacks a path parameter is not sent', async () => {
    await expect(scripted(OK).strategies.get({ id: '' })).rejects.toThrow('needs id');
    expect(sent).toEqual([]);
  });

  test('gives what the answer says beside its data', async () => {
    const headers = {
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': '1700000000',
      'Idempotent-Replayed': 'true',
    };
    const answer = await scripted({ ...OK, headers }).investments.deposit(deposit);
    expect(answer).toMatchObject({
      requestId: 'req-1',
      replayed: true,
      limits: { limit: 60, remaining: 59, reset: new Date(1_700_000_000_000) },
    });
  });
});

describe('a refusal', () => {
  test('is an error with its code, details, request and time to wait', async () => {
    const result = await settle(scripted(failure(422, 'insufficient_balance')).investments.deposit(deposit));
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(YieldApiError) });
    expect(result).toMatchObject({
      reason: {
        code: 'insufficient_balance',
        status: 422,
        details: { why: 'insufficient_balance' },
        requestId: 'req-1',
      },
    });
    expect(sent).toHaveLength(1);
  });

  test('by the rate limit is waited out as long as Retry-After says, whatever the method', async () => {
    const client = scripted(failure(429, 'rate_limit_exceeded', { 'Retry-After': '7' }), OK);
    const before = Date.now();
    expect(await settle(client.wallets.adminUpdate({ id: 'wc_1', status: 'active' }))).toMatchObject({
      status: 'fulfilled',
    });
    expect(Date.now() - before).toBe(7_000);
    expect(sent).toHaveLength(2);
  });
});

describe('a request whose answer is lost', () => {
  test('is sent again with the same idempotency key, so that it happens once', async () => {
    const client = scripted(undefined, failure(500, 'internal_error'), OK);
    expect(await settle(client.investments.deposit(deposit))).toMatchObject({ status: 'fulfilled' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]),
    );
  });

  test('keeps the key that the caller gave', async () => {
    await scripted(OK).investments.deposit(deposit, { idempotencyKey: 'mine' });
    expect(sent[0]?.headers['idempotency-key']).toBe('mine');
  });

  test('is not sent again where a repeat could act twice', async () => {
    const client = scripted(undefined, OK);
    const result = await settle(client.accounts.challenge({ wallet_address: '0x1' }));
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ConnectionError) });
    expect(sent).toHaveLength(1);
  });

  test('is given up after the retries, with the last failure', async () => {
    const result = await settle(scripted(failure(500, 'internal_error')).strategies.list());
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } });
    expect(sent).toHaveLength(4);
  });

  test('ends at once when its signal is aborted, also in a pause', async () => {
    const controller = new AbortController();
    const result = Promise.allSettled([
      scripted(undefined).strategies.list({}, { signal: controller.signal }),
    ]);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error('enough'));
    expect(await result).toMatchObject([{ status: 'rejected', reason: { message: 'enough' } }]);
    expect(sent).toHaveLength(1);
  });
});

test('what is no answer of the service is told from one', async () => {
  const client = scripted({ status: 200, body: 'a login page of some hotel' });
  expect(await settle(client.strategies.list())).toMatchObject({ reason: expect.any(ConnectionError) });
});

test('a collection goes on to its last page by itself', async () => {
  const page = (current_page: number, data: number[]) => ({
    body: { success: true, data, meta: { pagination: { current_page, total_pages: 3 } } },
  });
  const all: unknown[] = [];
  for await (const item of scripted(page(1, [1, 2]), page(2, [3, 4]), page(3, [5])).strategies.list.items({
    per_page: 2,
  })) {
    all.push(item);
  }
  expect(all).toEqual([1, 2, 3, 4, 5]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?per_page=2',
    '?per_page=2&page=2',
    '?per_page=2&page=3',
  ]);
});
