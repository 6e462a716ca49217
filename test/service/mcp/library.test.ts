import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { CALLABLE_TOOLS } from '../../../shared/service/mcp/callable.ts';
import { respondToMessage } from '../../../shared/service/mcp/server.ts';
import { type Model, respondWithLibrary } from './library.ts';
import {
  buildRequestMeta,
  CURRENT_REVISION,
  type Headers,
  headersFor,
  MCP_REQUEST_HEADERS,
  MESSAGES,
  notificationOf,
  PREVIOUS_REVISION,
  present,
  request,
} from './messages.ts';

/** Compares responses of the MCP server with those of the official library. */

const model: Model = {
  scopes: [],
  tools: CALLABLE_TOOLS,
  offered: [],
  call: async ({ name }, given) => ({ content: [{ type: 'text', text: JSON.stringify({ name, given }) }] }),
};

interface Seen {
  readonly status: number;
  readonly code?: unknown;
  /** The result without the fields that may differ between the two servers, such as name and description. */
  readonly result?: unknown;
  readonly id?: unknown;
}

const message = z.object({
  id: z.unknown(),
  error: z.object({ code: z.unknown() }).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});

function seen(status: number, text: string): Seen {
  if (text === '') return { status };
  const { id, error, result } = message.parse(JSON.parse(text));
  if (error !== undefined) return { status, code: error.code, id };
  const { serverInfo, instructions, tools, _meta, ...shown } = result ?? {};
  return { status, result: shown, id };
}

async function both(body: string, headers: Headers): Promise<readonly [ours: Seen, theirs: Seen]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  const made = await respondToMessage(parsed, (name) => headers[name.toLowerCase()], model);
  const ours = seen(made.status, made.body === undefined ? '' : JSON.stringify(made.body));
  const answer = await respondWithLibrary(body, headers, model);
  const theirs = seen(answer.status, await answer.text());
  // The library responds with the id null if its transport rejects the message. The comparison then ignores the id.
  return [ours, theirs.id === null ? { ...theirs, id: ours.id } : theirs];
}

beforeAll(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe('the MCP server compared with the official MCP library', () => {
  test.each(MESSAGES)(
    'the server gives the same answer as the library to this input: %s',
    async (_, body, headers) => {
      const [ours, theirs] = await both(JSON.stringify(body), headers);
      expect(ours).toEqual(theirs);
    },
  );

  test('the server gives the same answer as the library to a body that is not JSON', async () => {
    const [ours, theirs] = await both('{', MCP_REQUEST_HEADERS);
    expect(ours).toEqual(theirs);
  });

  const revisions = fc.constantFrom(
    undefined,
    CURRENT_REVISION,
    PREVIOUS_REVISION,
    '2025-06-18',
    '2027-01-01',
    'odd',
  );
  const methods = fc.constantFrom(
    ...['tools/list', 'tools/call', 'server/discover', 'ping', 'prompts/get', 'resources/read', 'x'],
  );
  const names = fc.constantFrom(undefined, 'limits', 'none', '=?base64?bGltaXRz?=');

  test('the server gives the same answer as the library for any method, protocol revision and headers', async () => {
    const draw = fc.record({
      method: methods,
      params: fc.constantFrom(
        ...[{}, { name: 'limits' }, { name: 'none' }, { uri: 'limits' }, { name: 'limits', arguments: {} }],
      ),
      claimed: revisions,
      version: revisions,
      headerMethod: fc.option(methods, { nil: undefined }),
      name: names,
      isDeciding: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(draw, async ({ method, params, claimed, version, headerMethod, name, isDeciding }) => {
        const given = claimed === undefined ? params : { ...params, _meta: buildRequestMeta(claimed) };
        const headers = { 'mcp-protocol-version': version, 'mcp-method': headerMethod, 'mcp-name': name };
        const sent = Object.entries(headers).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value] as const],
        );
        const body = isDeciding ? notificationOf(method, given) : request(method, given);
        const [ours, theirs] = await both(JSON.stringify(body), {
          ...MCP_REQUEST_HEADERS,
          ...Object.fromEntries(sent),
        });
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 400 },
    );
  });
});

describe('intended differences between the MCP server and the official MCP library', () => {
  const [invalidRequest, invalidParams, notFound] = [-32_600, -32_602, -32_601];

  test('the server rejects a batch of messages', async () => {
    const [ours, theirs] = await both(
      JSON.stringify([request('tools/list'), request('ping')]),
      MCP_REQUEST_HEADERS,
    );
    expect([ours.status, ours.code, theirs.status]).toEqual([400, invalidRequest, 200]);
  });

  test.each([
    ['a handshake without its required members', request('initialize', {})],
    ['a cursor that is a number', request('tools/list', { cursor: 3 })],
  ])('the server answers %s with the error code for invalid parameters', async (_, body) => {
    const [ours] = await both(JSON.stringify(body), MCP_REQUEST_HEADERS);
    expect([ours.status, ours.code]).toEqual([200, invalidParams]);
  });

  test('the server reports a subscription as an unknown method', async () => {
    const method = 'subscriptions/listen';
    const [ours] = await both(JSON.stringify(present(method, { notifications: {} })), headersFor(method));
    expect([ours.status, ours.code]).toEqual([404, notFound]);
  });

  test('if a tool throws an error, respondToMessage throws this error instead of returning it as a message for the client', async () => {
    const broken = { ...model, call: () => Promise.reject(new Error('secret')) };
    const call = request('tools/call', { name: 'limits' });
    await expect(
      respondToMessage(call, (name) => MCP_REQUEST_HEADERS[name.toLowerCase()], broken),
    ).rejects.toThrow('secret');
  });
});
