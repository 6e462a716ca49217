export const PREVIOUS_REVISION = '2025-11-25';
export const CURRENT_REVISION = '2026-07-28';
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO = { name: 'assistant', version: '1.0.0' };

type Json = Record<string, unknown>;
export type Headers = Record<string, string>;

export const MCP_REQUEST_HEADERS: Headers = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
export const buildRequestMeta = (revision: unknown = CURRENT_REVISION): Json => ({
  [REVISION_KEY]: revision,
  [CLIENT_INFO_KEY]: CLIENT_INFO,
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
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO, ...more });
export const headersFor = (method: string, name?: string, revision = CURRENT_REVISION): Headers => ({
  ...MCP_REQUEST_HEADERS,
  'mcp-protocol-version': revision,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});
export const present = (method: string, params: Json = {}) =>
  request(method, { ...params, _meta: buildRequestMeta() });

/** Messages of real clients, and messages with every possible mistake. */
export const MESSAGES: readonly (readonly [what: string, body: unknown, headers: Headers])[] = [
  ['a handshake', handshake(PREVIOUS_REVISION), MCP_REQUEST_HEADERS],
  ['a handshake with an older protocol revision', handshake('2024-11-05'), MCP_REQUEST_HEADERS],
  ['a handshake with a protocol revision that never existed', handshake('1999-01-01'), MCP_REQUEST_HEADERS],
  ['a handshake with the current protocol revision', handshake(CURRENT_REVISION), MCP_REQUEST_HEADERS],
  [
    'a handshake with the previous revision in its body and the current revision in its header',
    handshake(PREVIOUS_REVISION),
    headersFor('initialize'),
  ],
  ['a ping', request('ping'), MCP_REQUEST_HEADERS],
  ['a ping whose id is a text', request('ping', {}, 'x'), MCP_REQUEST_HEADERS],
  [
    'a ping with an older protocol revision in its header',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'mcp-protocol-version': '2025-06-18' },
  ],
  [
    'a ping with an unknown protocol revision in its header',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'mcp-protocol-version': '2025-06-19' },
  ],
  [
    'a ping with a later protocol revision in its header',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'mcp-protocol-version': '2027-01-01' },
  ],
  ['a message whose params are a list', request('ping', [1]), MCP_REQUEST_HEADERS],
  ['a message whose id is null', request('ping', undefined, null), MCP_REQUEST_HEADERS],
  ['a message whose id is not a whole number', request('ping', undefined, 1.5), MCP_REQUEST_HEADERS],
  ['a message with an unknown member', { ...request('ping'), extra: 1 }, MCP_REQUEST_HEADERS],
  ['a message without the JSON-RPC version', { id: 1, method: 'ping' }, MCP_REQUEST_HEADERS],
  ['a message whose method is a number', request(3), MCP_REQUEST_HEADERS],
  [
    'a tool call whose _meta is a number',
    request('tools/call', { name: 'limits', _meta: 3 }),
    MCP_REQUEST_HEADERS,
  ],
  ['a request for the list of tools', request('tools/list'), MCP_REQUEST_HEADERS],
  [
    'a request for the list of tools with a cursor',
    request('tools/list', { cursor: 'x' }),
    MCP_REQUEST_HEADERS,
  ],
  [
    'a tool call with arguments',
    request('tools/call', { name: 'limits', arguments: { a: 1 } }),
    MCP_REQUEST_HEADERS,
  ],
  ['a tool call without arguments', request('tools/call', { name: 'limits' }), MCP_REQUEST_HEADERS],
  ['a call of an unknown tool', request('tools/call', { name: 'none' }), MCP_REQUEST_HEADERS],
  ['a tool call without a tool name', request('tools/call', {}), MCP_REQUEST_HEADERS],
  ['a tool call without params', request('tools/call'), MCP_REQUEST_HEADERS],
  [
    'a tool call whose arguments are a list',
    request('tools/call', { name: 'limits', arguments: [] }),
    MCP_REQUEST_HEADERS,
  ],
  ['a message with an unknown method', request('prompts/list'), MCP_REQUEST_HEADERS],
  ['a server/discover request without _meta', request('server/discover'), MCP_REQUEST_HEADERS],
  ['a notification', notificationOf('notifications/initialized'), MCP_REQUEST_HEADERS],
  ['a JSON-RPC result that the client sends', { jsonrpc: '2.0', id: 1, result: {} }, MCP_REQUEST_HEADERS],
  [
    'a JSON-RPC error that the client sends',
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
    MCP_REQUEST_HEADERS,
  ],
  [
    'a request whose Accept header has no event stream',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, accept: 'application/json' },
  ],
  ['a request without an Accept header', request('ping'), { 'content-type': 'application/json' }],
  [
    'a request with the content type text/plain',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'content-type': 'text/plain' },
  ],
  [
    'a request with a charset in its content type',
    request('ping'),
    { ...MCP_REQUEST_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  ],
  ['an empty object', {}, MCP_REQUEST_HEADERS],
  ['a body that is null', null, MCP_REQUEST_HEADERS],
  ['an empty batch', [], MCP_REQUEST_HEADERS],
  ['a batch whose element is not a message', [3], MCP_REQUEST_HEADERS],
  ['a batch with a message of the current protocol revision', [present('tools/list')], MCP_REQUEST_HEADERS],
  [
    'a server/discover request of the current protocol revision',
    present('server/discover'),
    headersFor('server/discover'),
  ],
  ['a tools/list request of the current protocol revision', present('tools/list'), headersFor('tools/list')],
  [
    'a tools/list request whose Accept header is text/html',
    present('tools/list'),
    { ...headersFor('tools/list'), accept: 'text/html' },
  ],
  [
    'a tool call of the current protocol revision',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', 'limits'),
  ],
  [
    'a tool call without the tool name in a header',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call'),
  ],
  [
    'a tool call with another tool name in its header',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', 'move'),
  ],
  [
    'a tool call with the tool name in Base64 in its header',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', '=?base64?bGltaXRz?='),
  ],
  [
    'a tool call with the tool name in invalid Base64 in its header',
    present('tools/call', { name: 'limits' }),
    headersFor('tools/call', '=?base64?bGltaXRzX?='),
  ],
  [
    'a tool call of the current protocol revision without a tool name',
    present('tools/call'),
    headersFor('tools/call'),
  ],
  ['a ping of the current protocol revision', present('ping'), headersFor('ping')],
  [
    'an initialize request with the _meta and headers of the current protocol revision',
    present('initialize'),
    headersFor('initialize'),
  ],
  ['a request without the header for the protocol revision', present('tools/list'), MCP_REQUEST_HEADERS],
  [
    'a request without the header for the method',
    present('tools/list'),
    { ...MCP_REQUEST_HEADERS, 'mcp-protocol-version': CURRENT_REVISION },
  ],
  ['a request with another method in its header', present('tools/list'), headersFor('tools/call')],
  [
    'a request with another protocol revision in its header',
    present('tools/list'),
    headersFor('tools/list', undefined, PREVIOUS_REVISION),
  ],
  [
    'a request without _meta but with the headers of the current protocol revision',
    request('tools/list'),
    headersFor('tools/list'),
  ],
  ['a request with an empty _meta', request('tools/list', { _meta: {} }), headersFor('tools/list')],
  [
    'a request whose _meta has only the protocol revision',
    request('tools/list', { _meta: { [REVISION_KEY]: CURRENT_REVISION } }),
    headersFor('tools/list'),
  ],
  [
    'a request whose client information is empty',
    request('tools/list', { _meta: { ...buildRequestMeta(), [CLIENT_INFO_KEY]: {} } }),
    headersFor('tools/list'),
  ],
  [
    'a request without client information',
    request('tools/list', { _meta: { [REVISION_KEY]: CURRENT_REVISION, [CAPABILITIES_KEY]: {} } }),
    headersFor('tools/list'),
  ],
];
