import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lambda, method, restApi } from '../support/assembly.ts';
import { type Served, serve } from '../support/serve.ts';

/** A function whose response depends on the header `X-Do`. */
const ACTOR_HANDLER_SOURCE = `const answers = {
  hello: { statusCode: 200, body: 'hello' },
  text: { statusCode: 201, headers: { 'Content-Type': 'text/plain', 'X-Number': 3 }, body: 'plain' },
  many: { statusCode: 200, headers: { 'X-One': 'single', 'X-Both': 'lost' },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'X-Both': ['kept'] }, body: '{}' },
  remapped: { statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer', Date: 'never', 'Content-Length': '1' }, body: '{}' },
  binary: { statusCode: 200, body: Buffer.from([0, 255]).toString('base64'), isBase64Encoded: true },
  numericText: { statusCode: '204' },
  large: { statusCode: 200, body: 'x'.repeat(3000) },
  huge: { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) },
  escaped: { statusCode: 200, body: '\\u0001'.repeat(1024 * 1024 + 1) },
  nothing: undefined,
  text2: 'not an answer',
  noStatus: { body: '{}' },
  badStatus: { statusCode: 99, body: '' },
  objectBody: { statusCode: 200, body: { a: 1 } },
  nestedHeaders: { statusCode: 200, headers: { a: { b: 1 } }, body: '' },
};
export const handler = async (event) => {
  const wanted = event.headers['X-Do'];
  if (wanted === 'throw') throw new Error('secret detail');
  if (wanted === 'exit') process.exit(1);
  if (wanted === 'uncaught') { setTimeout(() => { throw new Error('uncaught'); }, 1); await new Promise(() => {}); }
  if (wanted === 'hang') await new Promise(() => {});
  if (wanted === 'body') return { statusCode: 200, body: event.body };
  return answers[wanted];
};`;

const BROKEN_HANDLER_SOURCE = `import '../../infra/emulator/gateway/no-such-module.mjs'; export const handler = async () => ({ statusCode: 200 });`;

const envelope = (code: string) => ({ 'application/json': `{"code":"${code}","id":"$context.requestId"}` });

/** A preflight response that allows two origins, like the service's preflight responses. */
const PREFLIGHT = {
  type: 'mock',
  responses: {
    default: {
      statusCode: '200',
      responseParameters: {
        'method.response.header.X-Fixed': "'always'",
        'method.response.header.X-Request': 'context.requestId',
      },
      responseTemplates: {
        'application/json': [
          '#set($origin = $input.params("Origin"))',
          '#if($origin == "https://a.example" || $origin == "https://b.example")',
          '#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
          '#end',
          '{"mock":true}',
        ].join('\n'),
      },
    },
  },
};

let served: Served;

beforeAll(async () => {
  served = await serve(
    {
      ...restApi({
        methods: [
          method('GET', '/v1/do', 'Actor'),
          method('POST', '/v1/do', 'Actor'),
          method('GET', '/v1/slow', 'Slow'),
          method('GET', '/v1/impatient', 'Actor', { integration: { timeoutInMillis: 50 } }),
          method('GET', '/v1/broken', 'Broken'),
          method('OPTIONS', '/v1/preflight', 'Actor', { integration: PREFLIGHT }),
        ],
        responses: {
          MISSING_AUTHENTICATION_TOKEN: { statusCode: '404', responseTemplates: envelope('not_found') },
          DEFAULT_4XX: { statusCode: '400', responseTemplates: envelope('bad') },
          DEFAULT_5XX: { statusCode: '500', responseTemplates: envelope('internal') },
        },
        properties: { MinimumCompressionSize: 1000 },
      }),
      Actor: lambda('actor', { MemorySize: 64 }),
      Slow: lambda('actor', { Timeout: 0.2 }),
      Broken: lambda('broken'),
    },
    { actor: ACTOR_HANDLER_SOURCE, broken: BROKEN_HANDLER_SOURCE },
  );
});
afterAll(() => served.stop());

const act = (action: string, options: RequestInit = {}) =>
  served.fetch('/v1/do', { ...options, headers: { 'X-Do': action, ...options.headers } });

/** Returns status and code of a response of the gateway itself. Body and header must have the same request id. */
async function refusal(response: Response) {
  const body: unknown = await response.json();
  expect(body).toMatchObject({ id: response.headers.get('x-amzn-RequestId') });
  return [
    response.status,
    body !== null && typeof body === 'object' && 'code' in body ? body.code : undefined,
  ];
}

describe('the response of a function through the local gateway', () => {
  test('a response without a content type is sent as JSON', async () => {
    const json = await act('hello');
    expect([json.status, json.headers.get('Content-Type'), await json.text()]).toEqual([
      200,
      'application/json',
      'hello',
    ]);
    const text = await act('text');
    expect([text.status, text.headers.get('Content-Type'), text.headers.get('X-Number')]).toEqual([
      201,
      'text/plain',
      '3',
    ]);
  });

  test('multiValueHeaders take precedence over headers with the same name', async () => {
    const { headers } = await act('many');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([headers.get('X-One'), headers.get('X-Both')]).toEqual(['single', 'kept']);
  });

  test('response headers that API Gateway sets itself are renamed or ignored', async () => {
    const { headers, status } = await act('remapped');
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBeNull();
    expect(headers.get('x-amzn-Remapped-WWW-Authenticate')).toBe('Bearer');
    expect(headers.get('x-amzn-Remapped-Date')).toBe('never');
    expect(headers.get('Content-Length')).toBe('2');
  });

  test('a response may have binary data in a base64 body', async () => {
    expect([...new Uint8Array(await (await act('binary')).arrayBuffer())]).toEqual([0, 255]);
    expect((await act('numericText')).status).toBe(204);
  });

  test.each([
    ['no value', 'nothing'],
    ['a text', 'text2'],
    ['no status code', 'noStatus'],
    ['an invalid status code', 'badStatus'],
    ['an object as body', 'objectBody'],
    ['nested headers', 'nestedHeaders'],
    ['a body that is too large', 'huge'],
    ['a body that is too large after escaping', 'escaped'],
  ])('a function that returns %s is answered with 500', async (_, action) => {
    expect(await refusal(await act(action))).toEqual([500, 'internal']);
  });
});

describe('a function that fails behind the local gateway', () => {
  test.each(['throw', 'exit', 'uncaught'])(
    'the response to a function failure of the kind "%s" is 500 without the text of the error',
    async (action) => {
      expect(await refusal(await act(action))).toEqual([500, 'internal']);
      expect((await act('hello')).status).toBe(200);
    },
  );

  test('a request whose function or integration takes too long is answered with a time-out error', async () => {
    expect(await refusal(await served.fetch('/v1/slow', { headers: { 'X-Do': 'hang' } }))).toEqual([
      500,
      'internal',
    ]);
    expect(await refusal(await served.fetch('/v1/impatient', { headers: { 'X-Do': 'hang' } }))).toEqual([
      500,
      'internal',
    ]);
    expect((await served.fetch('/v1/slow', { headers: { 'X-Do': 'hello' } })).status).toBe(200);
  });

  test('if a function cannot be loaded, the request is answered with 500', async () => {
    expect(await refusal(await served.fetch('/v1/broken'))).toEqual([500, 'internal']);
  });
});

describe('a request that the local gateway rejects', () => {
  test.each([
    ['GET', '/v1/nope', 404, 'not_found'],
    ['DELETE', '/v1/do', 404, 'not_found'],
    ['GET', '/v2/do', 404, 'not_found'],
    ['GET', '/', 404, 'not_found'],
    ['GET', '/v1do', 404, 'not_found'],
    ['GET', '/v1/do?a=%zz', 400, 'bad'],
    ['GET', '/v1/%ff', 400, 'bad'],
    ['GET', `/v1/do?a=${'x'.repeat(11_000)}`, 400, 'bad'],
    ['GET', `/v1/do?a=${'x'.repeat(100_000)}`, 400, 'bad'],
  ])(
    'the request %s %s is rejected with the status and code of API Gateway',
    async (method, path, status, code) => {
      expect(await refusal(await served.fetch(path, { method }))).toEqual([status, code]);
    },
  );

  test('a request whose headers are too large is rejected', async () => {
    expect(await refusal(await act('hello', { headers: { 'X-Large': 'x'.repeat(10_300) } }))).toEqual([
      400,
      'bad',
    ]);
    expect((await act('hello', { headers: { 'X-Large': 'x'.repeat(9_000) } })).status).toBe(200);
  });

  test('a request whose body is too large is rejected', async () => {
    const limit = 10 * 1024 * 1024;
    expect(await refusal(await act('hello', { method: 'POST', body: Buffer.alloc(limit + 1) }))).toEqual([
      400,
      'bad',
    ]);
    expect((await act('hello', { method: 'POST', body: Buffer.alloc(limit, 'x') })).status).toBe(200);
  });

  test.each([
    ['text that is not HTTP', 'GET /v1/do NONSENSE\r\n\r\n', 'bad'],
    ['an unknown method', 'BREW /v1/do HTTP/1.1\r\nHost: a\r\n\r\n', 'not_found'],
    [
      'headers that are too large for the parser',
      `GET /v1/do HTTP/1.1\r\nA: ${'x'.repeat(300_000)}\r\n\r\n`,
      'bad',
    ],
    ['a line break in a header', 'GET /v1/do HTTP/1.1\r\nA: b\x01c\r\n\r\n', 'bad'],
  ])('a raw request with %s is rejected', async (_, text, code) => {
    const answer = await served.raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).toContain(`"code":"${code}"`);
  });
});

describe('compression in the local gateway', () => {
  test('responses of at least the minimum size are compressed if the client accepts it', async () => {
    const zipped = await act('large', { headers: { 'Accept-Encoding': 'br;q=1, gzip;q=0.8' } });
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
    expect(await zipped.text()).toBe('x'.repeat(3000));
    for (const refused of ['identity', 'gzip;q=0', 'br']) {
      const plain = await act('large', { headers: { 'Accept-Encoding': refused } });
      expect(plain.headers.get('Content-Encoding')).toBeNull();
    }
    expect(
      (await act('hello', { headers: { 'Accept-Encoding': 'gzip' } })).headers.get('Content-Encoding'),
    ).toBeNull();
  });

  test('a gzip request body is decompressed, but rejected if it is invalid or expands too much', async () => {
    const send = (body: Buffer) =>
      act('body', { method: 'POST', body: new Uint8Array(body), headers: { 'Content-Encoding': 'gzip' } });
    expect(await (await send(gzipSync('{"a":1}'))).text()).toBe('{"a":1}');
    expect(await refusal(await send(Buffer.from('not gzip')))).toEqual([400, 'bad']);
    const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024));
    expect(gunzipSync(bomb)).toHaveLength(11 * 1024 * 1024);
    expect(await refusal(await send(bomb))).toEqual([400, 'bad']);
  });
});

test.each([
  ['https://a.example', 'https://a.example'],
  ['https://b.example', 'https://b.example'],
  ['https://c.example', null],
])(
  'a mock integration answers a preflight from %s and invokes no function (allowed origin: %s)',
  async (origin, allowed) => {
    const response = await served.fetch('/v1/preflight', { method: 'OPTIONS', headers: { Origin: origin } });
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    expect(response.headers.get('X-Fixed')).toBe('always');
    expect(response.headers.get('X-Request')).toBe(response.headers.get('x-amzn-RequestId'));
    expect(await response.json()).toEqual({ mock: true });
  },
);

test('the gateway ignores an unknown Expect header', async () => {
  const head = 'GET /v1/do HTTP/1.1\r\nHost: a\r\nX-Do: hello\r\nExpect: x\r\nConnection: close\r\n\r\n';
  expect(await served.raw(head)).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello/);
});

test('a client that disconnects before the end of its request body does not affect other requests', async () => {
  const abort = new AbortController();
  const stream = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(1000));
      abort.abort();
    },
  });
  const request = { method: 'POST', body: stream, signal: abort.signal, duplex: 'half' as const };
  await expect(served.fetch('/v1/do', request)).rejects.toThrow(/abort/);
  expect((await act('hello')).status).toBe(200);
});

test('many concurrent requests are all answered, each with the response to its request', async () => {
  const bodies = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const response = await act('body', { method: 'POST', body: `request ${index}` });
      return response.text();
    }),
  );
  expect(bodies).toEqual(Array.from({ length: 200 }, (_, index) => `request ${index}`));
});
