import { describe, expect, test } from 'vitest';
import { answerMessage } from '../../../shared/service/mcp/server.ts';
import { ACCEPTING, claim, type Headers, headed, request } from './messages.ts';

/** No answer to a bad request is longer, in bytes. */
const ANSWER_MAX = 4_096;
const LONG = 'x'.repeat(50_000);
/** Each takes six bytes in an answer. */
const CONTROLS = '\u0001'.repeat(50_000);

async function answered(body: unknown, headers: Headers = ACCEPTING) {
  const call = async () => ({ content: [{ type: 'text' as const, text: 'called' }] });
  const answer = await answerMessage(body, (name) => headers[name.toLowerCase()], { scopes: [], call });
  return { ...answer, bytes: Buffer.byteLength(JSON.stringify(answer.body)) };
}

describe('an id that is too long', () => {
  test.each([
    ['of a method that is not there', request('nope', undefined, LONG)],
    ['of a ping', request('ping', undefined, `${'x'.repeat(128)}y`)],
    ['of a call', request('tools/call', { name: 'limits' }, CONTROLS)],
    ['of what is no request', { ...request('nope', undefined, LONG), extra: 1 }],
  ])('%s is refused, and not repeated', async (_, body) => {
    expect(await answered(body)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code: -32_600 } },
    });
  });

  test('is longer than 128 characters', async () => {
    const id = 'x'.repeat(128);
    expect(await answered(request('ping', undefined, id))).toMatchObject({ status: 200, body: { id } });
  });
});

test.each([
  ['id', request('nope', undefined, LONG), ACCEPTING],
  ['id of as many characters as it may have', request('nope', undefined, '\u0001'.repeat(128)), ACCEPTING],
  ['method', request(LONG), ACCEPTING],
  ['name of a tool', request('tools/call', { name: CONTROLS }), ACCEPTING],
  ['name of a parameter', request('tools/list', { [LONG]: 1, cursor: 1 }), ACCEPTING],
  ['member', { ...request('ping'), [LONG]: 1 }, ACCEPTING],
  ['revision', request('tools/list', { _meta: claim(CONTROLS) }), ACCEPTING],
  ['revision in a header', request('ping'), { ...ACCEPTING, 'mcp-protocol-version': LONG }],
  ['method in a header', request('tools/list', { _meta: claim() }), headed(LONG)],
])('a bad message with a long %s is answered in less than 4 kB', async (_, body, headers) => {
  const { bytes, body: said } = await answered(body, headers);
  expect(said).toHaveProperty('error');
  expect(bytes).toBeLessThan(ANSWER_MAX);
});
