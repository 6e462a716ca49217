import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ClientOptions,
  ConnectionError,
  createClient,
  signOut,
  UnexpectedAnswerError,
  YieldApiError,
} from '../../../clients/sdk/src/index.ts';

/** One scripted response of the service. `undefined` stands for a broken connection. */
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

/** Returns a client whose requests get the scripted responses in order. The last response repeats. */
function scripted(...answers: (Scripted | undefined)[]) {
  return createScriptedClient({}, ...answers);
}

function createScriptedClient(options: Partial<ClientOptions>, ...answers: (Scripted | undefined)[]) {
  return createClient({
    ...options,
    baseUrl: 'https://api.example.com/v1/',
    credential: 'yk_test_x',
    fetch: async (url, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers).entries());
      const body = typeof init.body === 'string' ? init.body : undefined;
      sent.push({ url: String(url), method: init.method ?? 'GET', headers, body });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new TypeError('fetch failed');
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      return new Response(text, {
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
  vi.restoreAllMocks();
});

/** Advances all timers until the promise is settled. */
async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T> | undefined> {
  const settled = Promise.allSettled([promise]);
  await vi.runAllTimersAsync();
  return (await settled)[0];
}

const deposit = { strategy_id: 'strat_1', amount: '1' };

describe('a request of the TypeScript client', () => {
  test('a request escapes path parameters in its URL and joins the values of a list parameter with commas', async () => {
    const client = scripted(OK);
    await client.strategies.get({ id: 'strat_a/b' });
    await client.market.prices({ asset: ['ETH', 'USDC'], page: 2 });
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example.com/v1/strategies/strat_a%2Fb',
      'https://api.example.com/v1/market/prices?asset=ETH%2CUSDC&page=2',
    ]);
    expect(sent[0]?.headers['x-api-key']).toBe('yk_test_x');
  });

  test('a POST request has a body without the path parameters', async () => {
    await scripted(OK).accounts.rotateApiKey({ id: 'key_1', overlap_seconds: 60 });
    expect(sent).toMatchObject([
      {
        url: 'https://api.example.com/v1/user/api-keys/key_1/rotate',
        method: 'POST',
        body: '{"overlap_seconds":60}',
      },
    ]);
  });

  test('a request with a missing path parameter is not sent', async () => {
    await expect(scripted(OK).strategies.get({ id: '' })).rejects.toThrow('needs id');
    expect(sent).toEqual([]);
  });

  test('a request returns the values of the rate limit and replay headers together with the data', async () => {
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

describe('an error response of the service', () => {
  test('an error response is thrown as an error with code, details, request id and the seconds to wait', async () => {
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

  test('a rate-limited request is sent again after Retry-After and a random pause', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const client = scripted(failure(429, 'rate_limit_exceeded', { 'Retry-After': '7' }), OK);
    const before = Date.now();
    expect(await settle(client.wallets.adminUpdate({ id: 'wc_1', status: 'active' }))).toMatchObject({
      status: 'fulfilled',
    });
    // 7 seconds from `Retry-After`, plus a random pause. It is half of the maximum of 500 ms, because `Math.random`
    // returns 0.5.
    expect(Date.now() - before).toBe(7_250);
    expect(sent).toHaveLength(2);
  });

  test('requests that the rate limit rejects at the same time are sent again at different times', async () => {
    const rejected = failure(429, 'rate_limit_exceeded', { 'Retry-After': '1' });
    const retryDelaysMs = new Set<number | undefined>();
    const onResponse = ({ retryInMs }: { retryInMs: number | undefined }) => {
      if (retryInMs !== undefined) retryDelaysMs.add(retryInMs);
    };
    const clients = Array.from({ length: 20 }, () => createScriptedClient({ onResponse }, rejected, OK));
    await settle(Promise.all(clients.map((client) => client.strategies.get({ id: 'strat_1' }))));
    expect(retryDelaysMs.size).toBeGreaterThan(10);
    for (const ms of retryDelaysMs) expect(ms).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a request whose response is lost', () => {
  test('a request whose response is lost is sent again with the same idempotency key', async () => {
    const client = scripted(undefined, failure(500, 'internal_error'), OK);
    expect(await settle(client.investments.deposit(deposit))).toMatchObject({ status: 'fulfilled' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]),
    );
  });

  test('a retried request keeps the idempotency key of the caller', async () => {
    await scripted(OK).investments.deposit(deposit, { idempotencyKey: 'mine' });
    expect(sent[0]?.headers['idempotency-key']).toBe('mine');
  });

  test('a POST request that accepts no idempotency key is not sent again, because it could take effect twice', async () => {
    const client = scripted(undefined, OK);
    const result = await settle(client.accounts.challenge({ wallet_address: '0x1' }));
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ConnectionError) });
    expect(sent).toHaveLength(1);
  });

  test('a request fails with the last error after the last retry', async () => {
    const result = await settle(scripted(failure(500, 'internal_error')).strategies.list());
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } });
    expect(sent).toHaveLength(4);
  });

  test('a request that waits for its next attempt ends as soon as its abort signal fires', async () => {
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

test.each([200, 502])(
  'the client throws an UnexpectedAnswerError if a response with the status %s has HTML instead of JSON',
  async (status) => {
    const client = scripted({ status, body: '<!doctype html><title>Sign in to the network</title>' });
    const result = await settle(client.strategies.list());
    expect(result).toMatchObject({ reason: expect.any(UnexpectedAnswerError) });
    expect(result).toMatchObject({ reason: { status } });
    expect(sent).toHaveLength(1);
  },
);

describe('the Retry-After header of a response', () => {
  test('the client waits until the time of a Retry-After header that is an HTTP date', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const before = Date.now();
    const date = new Date(Math.ceil(before / 1_000) * 1_000 + 5_000);
    const client = scripted(failure(429, 'rate_limit_exceeded', { 'Retry-After': date.toUTCString() }), OK);
    expect(await settle(client.strategies.list())).toMatchObject({ status: 'fulfilled' });
    expect(Date.now()).toBe(date.getTime());
    expect(sent).toHaveLength(2);
  });

  test('if Retry-After exceeds the longest wait of the client, the call fails, and the error has the seconds to wait', async () => {
    const client = scripted(failure(429, 'rate_limit_exceeded', { 'Retry-After': '3600' }), OK);
    const before = Date.now();
    expect(await settle(client.strategies.list())).toMatchObject({
      status: 'rejected',
      reason: { code: 'rate_limit_exceeded', retryAfterSeconds: 3_600 },
    });
    expect([Date.now() - before, sent.length]).toEqual([0, 1]);
  });

  test('a Retry-After header that is neither a number nor a date is ignored', async () => {
    const client = scripted(failure(429, 'rate_limit_exceeded', { 'Retry-After': 'soon' }), OK);
    expect(await settle(client.strategies.list())).toMatchObject({ status: 'fulfilled' });
  });
});

test('query parameters with the value null or undefined are not sent', async () => {
  // The type `object` allows values of a wrong type, as plain JavaScript might pass them.
  const input: object = { chain: null, asset: undefined, page: 2 };
  await scripted(OK).strategies.list(input);
  expect(sent[0]?.url).toBe('https://api.example.com/v1/strategies?page=2');
});

test('a single call can override the number of retries and the timeout of its client', async () => {
  const client = scripted(failure(500, 'internal_error'));
  await settle(client.strategies.list({}, { retries: 1 }));
  expect(sent).toHaveLength(2);
  const never = createClient({
    baseUrl: 'https://api.example.com/v1',
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  });
  const before = Date.now();
  const late = await settle(never.strategies.list({}, { retries: 0, timeoutMs: 1_500 }));
  expect(late).toMatchObject({ reason: { name: 'ConnectionError', cause: { name: 'TimeoutError' } } });
  expect(Date.now() - before).toBe(1_500);
});

test('hooks receive each attempt and its outcome, but not the credential', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const seen: unknown[] = [];
  const client = createScriptedClient(
    {
      onRequest: ({ number }) => seen.push(['request', number]),
      onResponse: ({ number, status, retryInMs }) => seen.push(['response', number, status, retryInMs]),
    },
    failure(429, 'rate_limit_exceeded', { 'Retry-After': '2' }),
    OK,
  );
  await settle(client.strategies.list());
  expect(seen).toEqual([
    ['request', 1],
    ['response', 1, 429, 2_000],
    ['request', 2],
    ['response', 2, 200, undefined],
  ]);
});

test('the hook onResponse receives the date in the Sunset header of a response', async () => {
  const sunset = 'Wed, 11 Nov 2026 00:00:00 GMT';
  const seen: unknown[] = [];
  const client = createScriptedClient({ onResponse: (attempt) => seen.push(attempt.sunset) }, OK, {
    ...OK,
    headers: { Sunset: sunset },
  });
  await settle(client.strategies.list());
  await settle(client.strategies.list());
  expect(seen).toEqual([undefined, sunset]);
});

/** Advances all timers, and then returns the result of a call or throws its error. */
async function awaitAnswer<T>(call: Promise<T>): Promise<T> {
  await settle(call);
  return call;
}

test('response headers are available in results, in errors and in the hook onResponse of the client', async () => {
  const seen: unknown[] = [];
  const limited = failure(422, 'below_minimum_deposit', { 'RateLimit-Policy': 'two' });
  const client = createScriptedClient(
    { onResponse: ({ headers }) => seen.push(headers?.get('RateLimit-Policy')) },
    { ...OK, headers: { 'RateLimit-Policy': 'one' } },
    limited,
    undefined,
  );
  const { headers } = await awaitAnswer(client.strategies.list());
  expect(headers.get('RateLimit-Policy')).toBe('one');
  const error: unknown = await awaitAnswer(client.strategies.list()).catch((reason: unknown) => reason);
  expect(error instanceof YieldApiError && error.headers.get('RateLimit-Policy')).toBe('two');
  await expect(awaitAnswer(client.strategies.list({}, { retries: 0 }))).rejects.toThrow(ConnectionError);
  expect(seen).toEqual(['one', 'two', undefined]);
});

describe('a request to an endpoint that the client does not know', () => {
  test('the client sends the request with the given method, path, query, body and credential', async () => {
    const client = scripted(OK);
    const { data } = await awaitAnswer(
      client.request<{ id: string }>({
        method: 'POST',
        path: '/vaults/next',
        query: { chain: ['base', 'ethereum'], asset: undefined },
        body: { amount: '1' },
      }),
    );
    expect(data.id).toBe('inv_1');
    expect(sent).toMatchObject([
      {
        url: 'https://api.example.com/v1/vaults/next?chain=base%2Cethereum',
        method: 'POST',
        headers: { 'x-api-key': 'yk_test_x', 'content-type': 'application/json' },
        body: '{"amount":"1"}',
      },
    ]);
    await awaitAnswer(client.request({ method: 'GET', path: '/vaults' }));
    expect(sent[1]?.body).toBeUndefined();
    expect(sent[1]?.headers).not.toHaveProperty('content-type');
  });

  test('a POST request whose response is lost is sent again only if the caller marks it as idempotent', async () => {
    const post = { method: 'POST', path: '/vaults/next', body: {} } as const;
    await expect(awaitAnswer(scripted(undefined).request(post))).rejects.toThrow(ConnectionError);
    expect(sent).toHaveLength(1);
    sent = [];
    await awaitAnswer(
      scripted(undefined, OK).request({ ...post, idempotent: true }, { idempotencyKey: 'mine' }),
    );
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });

  test('an error response is thrown as an error with its status and code', async () => {
    const client = scripted(failure(404, 'not_found'));
    await expect(awaitAnswer(client.request({ method: 'GET', path: '/vaults' }))).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    sent = [];
    await expect(awaitAnswer(client.request({ method: 'GET', path: 'vaults' }))).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

describe('the User-Agent header', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each(['Node.js/22', 'Bun/1.3.0', 'Deno/2.5.0', 'Cloudflare-Workers'])(
    'in the runtime %s, the client sends its name, its version and the runtime in the User-Agent header',
    async (userAgent) => {
      vi.stubGlobal('navigator', { userAgent });
      await settle(scripted(OK).strategies.list());
      expect(sent[0]?.headers['user-agent']).toMatch(/^yield-api-client\/\d+\.\d+\.\d+ /);
      expect(sent[0]?.headers['user-agent']).toContain(userAgent);
    },
  );

  test('in a Node.js version without a navigator object, the User-Agent header names Node.js', async () => {
    vi.stubGlobal('navigator', undefined);
    await settle(scripted(OK).strategies.list());
    expect(sent[0]?.headers['user-agent']).toMatch(/^yield-api-client\/[\d.]+ Node\.js$/);
  });

  test('in a browser, the client does not set the User-Agent header', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    await settle(scripted(OK).strategies.list());
    expect(sent[0]?.headers).not.toHaveProperty('user-agent');
  });
});

test('the client reads a list with cursors to its end, in pages of 100 items', async () => {
  const page = (sequences: number[], total_pages: number, next_after: number | null) => ({
    body: {
      success: true,
      data: sequences.map((sequence) => ({ sequence })),
      meta: { pagination: { current_page: 1, total_pages }, next_after },
    },
  });
  const client = scripted(page([1, 2], 3, 2), page([3, 5], 2, 5), page([9], 1, null));
  const read: unknown[] = [];
  for await (const { sequence } of client.notifications.listEvents.items()) read.push(sequence);
  expect(read).toEqual([1, 2, 3, 5, 9]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?per_page=100',
    '?per_page=100&after=2',
    '?per_page=100&after=5',
  ]);
});

test('a sign-out with a session that has already ended succeeds', async () => {
  await signOut(scripted(OK));
  await signOut(scripted(failure(401, 'unauthorized')));
  await expect(signOut(scripted(failure(403, 'forbidden')))).rejects.toThrow(YieldApiError);
});

test('the client reads all pages of a list that has page numbers instead of cursors', async () => {
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
