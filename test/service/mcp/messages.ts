export const PREVIOUS_REVISION = '2025-11-25';
export const CURRENT_REVISION = '2026-07-28';
const REVISION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const INFORMATION = { name: 'assistant', version: '1.0.0' };

type Json = Record<string, unknown>;
export type Headers = Record<string, string>;

export const ACCEPTING: Headers = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
export const requestMeta = (revision: unknown = CURRENT_REVISION): Json => ({
  [REVISION]: revision,
  [CLIENT]: INFORMATION,
  [CAPABILITIES_KEY]: {},
});
export const request = (method: unknown, params?: unknown, id: unknown = 1): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
export const notificationOf = (method: string, params?: Json): Json => ({
  jsonrpc: '2.0',
  method,
  ...(params && { params }),
});
const handshake = (protocolVersion: unknown, more: Json = {}) =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: INFORMATION, ...more });
export const headersFor = (method: string, name?: string, revision = CURRENT_REVISION): Headers => ({
  ...ACCEPTING,
  'mcp-protocol-version': revision,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});
export const present = (method: string, params: Json = {}) =>
  request(method, { ...params, _meta: requestMeta() });

/** Messages of real clients, and messages with every possible mistake. */
export const MESSAGES: readonly (readonly [what: string, body: unknown, headers: Headers])[] = [
  ['a handshake', handshake(PREVIOUS_REVISION), ACCEPTING],
  ['a handshake of an older revision', handshake('2024-11-05'), ACCEPTING],
  ['a handshake of a revision that never was', handshake('1999-01-01'), ACCEPTING],
  ['a handshake of the present revision', handshake(CURRENT_REVISION), ACCEPTING],
  ['a handshake under a header of the present', handshake(PREVIOUS_REVISION), headersFor('initialize')],
  ['a ping', request('ping'), ACCEPTING],
  ['a ping with an id in words', request('ping', {}, 'x'), ACCEPTING],
  ['a ping of an older revision', request('ping'), { ...ACCEPTING, 'mcp-protocol-version': '2025-06-18' }],
  ['a ping of an unknown one', request('ping'), { ...ACCEPTING, 'mcp-protocol-version': '2025-06-19' }],
  ['a ping of a later one', request('ping'), { ...ACCEPTING, 'mcp-protocol-version': '2027-01-01' }],
  ['params that are a list', request('ping', [1]), ACCEPTING],
  ['an id of null', request('ping', undefined, null), ACCEPTING],
  ['an id that is no whole number', request('ping', undefined, 1.5), ACCEPTING],
  ['a member too many', { ...request('ping'), extra: 1 }, ACCEPTING],
  ['no version of JSON-RPC', { id: 1, method: 'ping' }, ACCEPTING],
  ['a method that is a number', request(3), ACCEPTING],
  ['_meta that is a number', request('tools/call', { name: 'limits', _meta: 3 }), ACCEPTING],
  ['a list', request('tools/list'), ACCEPTING],
  ['a list with a cursor', request('tools/list', { cursor: 'x' }), ACCEPTING],
  ['a call', request('tools/call', { name: 'limits', arguments: { a: 1 } }), ACCEPTING],
  ['a call without arguments', request('tools/call', { name: 'limits' }), ACCEPTING],
  ['a call of no tool', request('tools/call', { name: 'none' }), ACCEPTING],
  ['a call without a name', request('tools/call', {}), ACCEPTING],
  ['a call without params', request('tools/call'), ACCEPTING],
  ['a call with a list', request('tools/call', { name: 'limits', arguments: [] }), ACCEPTING],
  ['a method that is not there', request('prompts/list'), ACCEPTING],
  ['a discovery without a claim', request('server/discover'), ACCEPTING],
  ['a notification', notificationOf('notifications/initialized'), ACCEPTING],
  ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, ACCEPTING],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }, ACCEPTING],
  ['no stream accepted', request('ping'), { ...ACCEPTING, accept: 'application/json' }],
  ['nothing accepted', request('ping'), { 'content-type': 'application/json' }],
  ['a body of text', request('ping'), { ...ACCEPTING, 'content-type': 'text/plain' }],
  [
    'a body with its charset',
    request('ping'),
    { ...ACCEPTING, 'content-type': 'application/json; charset=utf-8' },
  ],
  ['an empty object', {}, ACCEPTING],
  ['null', null, ACCEPTING],
  ['an empty batch', [], ACCEPTING],
  ['a batch of what is none', [3], ACCEPTING],
  ['a batch of the present', [present('tools/list')], ACCEPTING],
  ['a discovery', present('server/discover'), headersFor('server/discover')],
  ['a list of the present', present('tools/list'), headersFor('tools/list')],
  [
    'a list, whatever is accepted',
    present('tools/list'),
    { ...headersFor('tools/list'), accept: 'text/html' },
  ],
  ['a call of the present', present('tools/call', { name: 'limits' }), headersFor('tools/call', 'limits')],
  [
    'a call without its name in a header',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call'),
  ],
  ['a call under another name', present('tools/call', { name: 'limits' }), headersFor('tools/call', 'move')],
  [
    'a name in Base64',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', '=?base64?bGltaXRz?='),
  ],
  [
    'a name in broken Base64',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', '=?base64?bGltaXRzX?='),
  ],
  ['a call of the present without a name', present('tools/call'), headersFor('tools/call')],
  ['a ping of the present', present('ping'), headersFor('ping')],
  ['a handshake of the present itself', present('initialize'), headersFor('initialize')],
  ['no header of the revision', present('tools/list'), ACCEPTING],
  [
    'no header of the method',
    present('tools/list'),
    { ...ACCEPTING, 'mcp-protocol-version': CURRENT_REVISION },
  ],
  ['a header of another method', present('tools/list'), headersFor('tools/call')],
  [
    'a header of another revision',
    present('tools/list'),
    headersFor('tools/list', undefined, PREVIOUS_REVISION),
  ],
  ['no claim', request('tools/list'), headersFor('tools/list')],
  ['an empty claim', request('tools/list', { _meta: {} }), headersFor('tools/list')],
  [
    'a claim without what the client can do',
    request('tools/list', { _meta: { [REVISION]: CURRENT_REVISION } }),
    headersFor('tools/list'),
  ],
  [
    'a client without a name',
    request('tools/list', { _meta: { ...requestMeta(), [CLIENT]: {} } }),
    headersFor('tools/list'),
  ],
  [
    'a client that is not named',
    request('tools/list', { _meta: { [REVISION]: CURRENT_REVISION, [CAPABILITIES_KEY]: {} } }),
    headersFor('tools/list'),
  ],
];
