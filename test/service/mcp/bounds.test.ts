import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { mcpRoute } from '../../../shared/service/contract/mcp.ts';
import { respondToMessage } from '../../../shared/service/mcp/server.ts';
import { formatToolError } from '../../../shared/service/mcp/tool-error.ts';
import { MCP_TOOLS } from '../../../shared/service/mcp/tools.ts';
import { handleMcpEvent } from '../../../shared/service/mcp/transport.ts';
import { anyArguments, createPublicMiddlewares, MARKER_TEXT } from '../../support/bad-requests.ts';
import { anyCharacter } from '../../support/characters.ts';
import { buildApiEvent, lambdaContext } from '../../support/event.ts';
import {
  buildRequestMeta,
  type Headers,
  headersFor,
  MCP_REQUEST_HEADERS,
  present,
  request,
} from './messages.ts';

/** Largest response to an invalid request, in bytes. */
const ANSWER_MAX_BYTES = 4_096;
/** Largest log line, in bytes. */
const LINE_MAX = 2_000;
const LONG_TEXT = 'x'.repeat(50_000);
/** Each character takes six bytes in a response. */
const CONTROL_CHARACTERS = '\u0001'.repeat(50_000);

async function answered(body: unknown, headers: Headers = MCP_REQUEST_HEADERS) {
  const call = async () => ({ content: [{ type: 'text' as const, text: 'called' }] });
  const answer = await respondToMessage(body, (name) => headers[name.toLowerCase()], { scopes: [], call });
  return { ...answer, bytes: Buffer.byteLength(JSON.stringify(answer.body)) };
}

describe('the length limit of a JSON-RPC message id on the MCP server', () => {
  test.each([
    ['a call of an unknown method', request('nope', undefined, LONG_TEXT)],
    ['a ping', request('ping', undefined, `${'x'.repeat(128)}y`)],
    ['a tool call', request('tools/call', { name: 'limits' }, CONTROL_CHARACTERS)],
    ['an invalid request', { ...request('nope', undefined, LONG_TEXT), extra: 1 }],
  ])('%s with a too long id gets an error that does not contain the id', async (_, body) => {
    expect(await answered(body)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code: -32_600 } },
    });
  });

  test('a message id of 128 characters is accepted', async () => {
    const id = 'x'.repeat(128);
    expect(await answered(request('ping', undefined, id))).toMatchObject({ status: 200, body: { id } });
  });
});

test.each([
  ['id', request('nope', undefined, LONG_TEXT), MCP_REQUEST_HEADERS],
  ['id (of the maximum length)', request('nope', undefined, '\u0001'.repeat(128)), MCP_REQUEST_HEADERS],
  ['method', request(LONG_TEXT), MCP_REQUEST_HEADERS],
  ['name of a tool', request('tools/call', { name: CONTROL_CHARACTERS }), MCP_REQUEST_HEADERS],
  ['name of a parameter', request('tools/list', { [LONG_TEXT]: 1, cursor: 1 }), MCP_REQUEST_HEADERS],
  ['name of a member', { ...request('ping'), [LONG_TEXT]: 1 }, MCP_REQUEST_HEADERS],
  [
    'protocol revision',
    request('tools/list', { _meta: buildRequestMeta(CONTROL_CHARACTERS) }),
    MCP_REQUEST_HEADERS,
  ],
  [
    'protocol revision in a header',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'mcp-protocol-version': LONG_TEXT },
  ],
  ['method in a header', request('tools/list', { _meta: buildRequestMeta() }), headersFor(LONG_TEXT)],
])('the answer to an invalid message with a long %s has less than 4 kB', async (_, body, headers) => {
  const { bytes, body: said } = await answered(body, headers);
  expect(said).toHaveProperty('error');
  expect(bytes).toBeLessThan(ANSWER_MAX_BYTES);
});

/**
 * Sends a tool call to the MCP server. The endpoint behind the tool only returns `{ data: 1 }`. Returns the response
 * and the log lines.
 */
async function called(route: Route, body: unknown, headers: Headers) {
  const lines: string[] = [];
  const chain = createPublicMiddlewares(lines);
  const open = (each: Route) => endpoint({ ...each, access: 'public' }, () => ({ data: 1 }), chain);
  const connect = open(mcpRoute);
  const endpoints = { admit: connect, rejectAnonymous: connect, handlerOf: async () => open(route) };
  const answer = await handleMcpEvent(buildApiEvent(mcpRoute, { body, headers }), lambdaContext(), endpoints);
  return { answer, lines };
}

const LONGEST_ID = '\u0001'.repeat(128);
/** Returns as many of the arguments as fit into a body. */
function fitting(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let bytes = 0;
  const entries = Object.entries(given).filter((entry) => {
    const more = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + more > 60_000) return false;
    bytes += more;
    return true;
  });
  return Object.fromEntries(entries);
}

const isRefusal = (text: string) => text.includes('"isError":true') || text.includes('"error":');

function expectBounds({ answer, lines }: Awaited<ReturnType<typeof called>>): void {
  expect(Buffer.byteLength(answer.body)).toBeLessThan(ANSWER_MAX_BYTES);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX);
    expect(line).not.toContain(MARKER_TEXT);
  }
}

describe.each(MCP_TOOLS.map((tool) => [tool.name, tool] as const))(
  'limits on calls of the tool %s',
  (name, { route }) => {
    const buildToolCall = (given: unknown) => ({
      ...present('tools/call', { name, arguments: given }),
      id: LONGEST_ID,
    });

    test.each([
      ['quotes', '"'],
      ['backslashes', '\\'],
      ['control characters', '\u0001'],
      ['lone surrogates', '\ud800'],
      ['letters', 'x'],
    ])(
      'the tool rejects arguments whose names consist of %s with an answer of less than 4 kB',
      async (_, character) => {
        for (const count of [1, 21, 100]) {
          const names = Array.from({ length: count }, (__, index) => `${character.repeat(70)}${index}`);
          const given = Object.fromEntries(names.map((each) => [each, MARKER_TEXT]));
          const callResult = await called(route, buildToolCall(given), headersFor('tools/call', name));
          expect(callResult.answer.body).toContain('"isError":true');
          expectBounds(callResult);
        }
      },
    );

    // `npm test` makes one run for each tool. For more runs, set `BAD_REQUESTS` to their number.
    const numRuns = Number(process.env.BAD_REQUESTS ?? '1');
    test('the answer to any invalid call has less than 4 kB', async () => {
      await fc.assert(
        fc.asyncProperty(anyArguments(route), async (given) => {
          const callResult = await called(
            route,
            buildToolCall(fitting(given)),
            headersFor('tools/call', name),
          );
          // A valid call reaches the endpoint, which does nothing here.
          if (isRefusal(callResult.answer.body)) expectBounds(callResult);
        }),
        { numRuns, seed: 1 },
      );
    });
  },
);

const [tool] = MCP_TOOLS;
if (tool === undefined) throw new Error('There is no tool');

test.each([
  ['a JSON body with multi-byte characters', JSON.stringify(request('ping', { text: 'é'.repeat(32_800) }))],
  ['a body that is not JSON', '{'.repeat(6_000_000)],
])('the MCP server rejects a body above 64 kB with 413 before parsing it: %s', async (_, body) => {
  const { answer, lines } = await called(tool.route, body, MCP_REQUEST_HEADERS);
  const bytes = Buffer.byteLength(body);
  const message = `The body has ${bytes} bytes. Send at most 65536.`;
  expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
    413,
    { jsonrpc: '2.0', id: null, error: { code: -32_000, message } },
  ]);
  expect(lines).toHaveLength(1);
});

test('the MCP server accepts a body of exactly 64 kB', async () => {
  const empty = JSON.stringify(request('ping', { text: '' }));
  const body = JSON.stringify(request('ping', { text: 'x'.repeat(65_536 - empty.length) }));
  expect((await called(tool.route, body, MCP_REQUEST_HEADERS)).answer.statusCode).toBe(200);
});

test('the MCP server rejects a JSON body with too many nested levels', async () => {
  for (const depth of [100, 5_000, 10_000]) {
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const body = JSON.stringify(request('tools/call', { name: tool.name, arguments: 0 })).replace(
      '"arguments":0',
      `"arguments":${deep}`,
    );
    const { answer } = await called(tool.route, body, MCP_REQUEST_HEADERS);
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32_600,
          message: 'The body is nested too deeply. Send fewer levels of lists and objects.',
        },
      },
    ]);
  }
});

test('the error of an MCP tool has the error code of the endpoint and stays below the size limit of an answer', () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 5_000 });
  const details = fc.dictionary(
    fc.constantFrom('issues', 'supported', 'required_scope'),
    fc.oneof(texts, fc.array(fc.oneof(texts, fc.record({ path: texts, message: texts })), { maxLength: 40 })),
  );
  fc.assert(
    fc.property(texts, details, (message, known) => {
      const text = formatToolError(400, { code: 'invalid_request', message, details: known });
      const body = { content: [{ type: 'text', text }], id: LONGEST_ID };
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(ANSWER_MAX_BYTES - 200);
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_request' } });
    }),
    { numRuns: 100 },
  );
  const few = { code: 'invalid_chain', message: 'No.', details: { supported: ['base', 'arbitrum'] } };
  expect(JSON.parse(formatToolError(400, few))).toMatchObject({ error: few });
  const supported = Array.from({ length: 400 }, (_, index) => `chain-${index}`);
  expect(JSON.parse(formatToolError(400, { ...few, details: { supported } }))).toEqual({
    error: { ...few, details: { supported: supported.slice(0, 200) } },
    advice: 'Correct the named arguments and call again. Some items of this error were left out.',
  });
});

test('the MCP server rejects a JSON body with a repeated member name or a number that loses precision', async () => {
  const [tool] = MCP_TOOLS;
  if (tool === undefined) throw new Error('There are tools');
  const whole = JSON.stringify(request('tools/call', { name: tool.name, arguments: {} }));
  for (const body of [
    whole.replace('{', '{"method":"ping",'),
    whole.replace('"arguments":{}', '"arguments":{"page":1,"page":2}'),
    whole.replace('"arguments":{}', '"arguments":{"p\\u0061ge":1,"page":2}'),
    whole.replace('"arguments":{}', `"arguments":{"${'x'.repeat(20_000)}":1,"${'x'.repeat(20_000)}":2}`),
    whole.replace('"arguments":{}', `"arguments":{"level":0.${'0'.repeat(59_000)}1}`),
    whole.replace('"arguments":{}', '"arguments":{"level":1.0000000000000001}'),
  ]) {
    const { answer } = await called(tool.route, body, {
      ...MCP_REQUEST_HEADERS,
      'content-type': 'application/json',
    });
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_700 } },
    ]);
    expect(answer.body.length).toBeLessThan(ANSWER_MAX_BYTES);
  }
});
