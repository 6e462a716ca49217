import { afterEach, describe, expect, test } from 'vitest';
import { fetchJson, HTTP_LIMITS } from '../../../shared/ingest/sources/http-json.ts';
import { SourceError } from '../../../shared/ingest/sources/market-source.ts';
import { sendJson, startUpstream, type Upstream } from '../../support/market/upstream.ts';

const LIMITS = {
  ...HTTP_LIMITS,
  attempts: 3,
  attemptTimeoutMs: 5_000,
  idleTimeoutMs: 5_000,
  backoffMs: 1,
  maxBytes: 1_000_000,
};

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.stop();
  upstream = undefined;
});

type Answer = Parameters<typeof startUpstream>[0];

async function read(answer: Answer, limits: Partial<typeof LIMITS> = {}): Promise<unknown> {
  upstream = await startUpstream(answer);
  return fetchJson(`${upstream.url}/pools`, { ...LIMITS, ...limits });
}

async function failure(answer: Answer, limits: Partial<typeof LIMITS> = {}): Promise<SourceError> {
  const error: unknown = await read(answer, limits).then(
    (value) => expect.unreachable(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw error;
  return error;
}

test('fetchJson returns the parsed body of a JSON response from a market data source', async () => {
  expect(await read((_, response) => sendJson(response, { data: [1, 'ü', null] }))).toEqual({
    data: [1, 'ü', null],
  });
});

test('a response body is read correctly even if a character is split between two chunks', async () => {
  const text = Buffer.from(JSON.stringify({ symbol: 'WETH-🥞' }));
  const value = await read((_, response) => {
    response.writeHead(200);
    for (const byte of text) response.write(Uint8Array.of(byte));
    response.end();
  });
  expect(value).toEqual({ symbol: 'WETH-🥞' });
});

describe('a temporary failure of the source', () => {
  test.each<[string, Answer]>([
    ['the status 500', (_, response) => sendJson(response, {}, 500)],
    ['the status 503', (_, response) => sendJson(response, {}, 503)],
    ['the status 429', (_, response) => sendJson(response, {}, 429)],
    ['a broken connection', (request) => request.socket.destroy()],
    ['an HTML body', (_, response) => response.end('<!doctype html><title>Maintenance</title>')],
    ['a truncated body', (_, response) => response.end('{"status":"success","data":[{"pool":"a"')],
    ['an empty body', (_, response) => response.end()],
    [
      'a connection that breaks inside the body',
      (_, response) => {
        response.writeHead(200, { 'content-length': 1_000 });
        response.write('{"data":[');
        response.socket?.destroySoon();
      },
    ],
  ])('the request is retried after %s', async (_, fault) => {
    const value = await read((request, response, attempt) => {
      if (attempt < 3) fault(request, response, attempt);
      else sendJson(response, 'well');
    });
    expect(value).toBe('well');
    expect(upstream?.requests).toHaveLength(3);
  });
});

describe('a permanent failure of the source', () => {
  test.each<[string, Answer, Partial<typeof LIMITS>, string, RegExp, number]>([
    ['the status 502', (_, r) => sendJson(r, {}, 502), {}, 'status', /^\/pools: status 502$/, 3],
    ['the status 429', (_, r) => sendJson(r, {}, 429), {}, 'rate_limited', /status 429/, 3],
    ['the status 404', (_, r) => sendJson(r, {}, 404), {}, 'status', /status 404/, 1],
    ['an HTML body', (_, r) => r.end(' <html></html>'), {}, 'malformed', /HTML instead of JSON/, 3],
    ['a truncated body', (_, r) => r.end('{"data":[{"po'), {}, 'malformed', /breaks off/, 3],
    ['no body in time', () => {}, { idleTimeoutMs: 500 }, 'timeout', /no answer for 0.5 s/, 3],
    [
      'a body that stalls',
      (_, r) => {
        r.writeHead(200);
        r.write('{"data":[');
      },
      { idleTimeoutMs: 500 },
      'timeout',
      /no answer for 0.5 s/,
      3,
    ],
    [
      'a body that never ends',
      (_, r) => {
        const timer = setInterval(() => r.write(' '), 5);
        r.on('close', () => clearInterval(timer));
      },
      { attemptTimeoutMs: 60 },
      'timeout',
      /no answer for 0.06 s/,
      3,
    ],
    [
      'a body whose length header is too large',
      (_, r) => {
        r.writeHead(200, { 'content-length': 2_000_000 });
        r.write(' ');
      },
      {},
      'too_large',
      /over 1 MB/,
      1,
    ],
    [
      'a body that grows too large',
      (_, r) => {
        r.writeHead(200);
        r.write(' '.repeat(600_000));
        r.write(' '.repeat(600_000));
      },
      {},
      'too_large',
      /over 1 MB/,
      1,
    ],
  ])('the error names the kind of failure after %s', async (_, answer, limits, kind, message, attempts) => {
    const error = await failure(answer, limits);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(message);
    expect(upstream?.requests).toHaveLength(attempts);
  });

  test('the error says that the server cannot be reached', async () => {
    upstream = await startUpstream(() => {});
    const { url } = upstream;
    await upstream.stop();
    await expect(fetchJson(`${url}/pools`, LIMITS)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });
});

describe('the Retry-After header of the source', () => {
  test('the request waits for the time in Retry-After', async () => {
    const startedAtMs = performance.now();
    await read((_, response, attempt) => {
      if (attempt > 1) return sendJson(response, 1);
      response.writeHead(429, { 'retry-after': '1' });
      response.end();
    });
    expect(performance.now() - startedAtMs).toBeGreaterThan(950);
  });

  test.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
    'the request fails without a retry if Retry-After is %s, which is too long',
    async (retryAfter) => {
      const error = await failure((_, response) => {
        response.writeHead(429, { 'retry-after': retryAfter });
        response.end();
      });
      expect(error.kind).toBe('rate_limited');
      expect(upstream?.requests).toHaveLength(1);
    },
  );

  test('an invalid Retry-After is ignored', async () => {
    const error = await failure((_, response) => {
      response.writeHead(503, { 'retry-after': 'soon' });
      response.end();
    });
    expect(error.kind).toBe('status');
    expect(upstream?.requests).toHaveLength(3);
  });
});
