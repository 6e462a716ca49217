import {
  ERROR_CODES,
  findMessageId,
  isRequest,
  isResponse,
  type McpRequest,
  ProtocolError,
  readMessage,
} from './messages.ts';
import {
  CURRENT_REVISION_METHODS,
  HANDSHAKE_METHODS,
  type McpServerOptions,
  type MethodResult,
  SERVER_INFO,
} from './methods.ts';
import {
  checkEarlierRevision,
  checkNotification,
  type HeaderReader,
  usesCurrentProtocolRevision,
} from './revision.ts';

/** An HTTP response. `body` is absent if the message was a notification. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Cache hints that tell clients not to cache results, because the scopes of a key can change at any time. */
const NO_CACHE_FIELDS = { ttlMs: 0, cacheScope: 'private' };

/** Adds the fields that the current MCP revision requires in every result. */
function addCurrentRevisionFields(method: string, result: MethodResult): MethodResult {
  const _meta = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
  return { ...result, resultType: 'complete', ...(method === 'tools/call' ? {} : NO_CACHE_FIELDS), _meta };
}

async function runMethod(
  request: McpRequest,
  readHeader: HeaderReader,
  options: McpServerOptions,
): Promise<MethodResult> {
  const isCurrentRevision = usesCurrentProtocolRevision(request, readHeader);
  if (!isCurrentRevision) {
    requireAcceptHeader(readHeader);
    if (request.method !== 'initialize') checkEarlierRevision(readHeader);
  }
  const methodHandler = (isCurrentRevision ? CURRENT_REVISION_METHODS : HANDSHAKE_METHODS).get(
    request.method,
  );
  if (methodHandler === undefined)
    throw new ProtocolError(
      ERROR_CODES.methodNotFound,
      isCurrentRevision ? 404 : 200,
      'This method does not exist. Call tools/list to see the tools.',
    );
  const result = await methodHandler(request, options);
  return isCurrentRevision ? addCurrentRevisionFields(request.method, result) : result;
}

/** Throws unless the client accepts both JSON and an event stream. Earlier protocol revisions require this. */
function requireAcceptHeader(readHeader: HeaderReader): void {
  const acceptHeader = readHeader('Accept') ?? '';
  if (acceptHeader.includes('application/json') && acceptHeader.includes('text/event-stream')) return;
  const text = 'Send the header Accept with application/json and text/event-stream.';
  throw new ProtocolError(ERROR_CODES.notAcceptable, 406, text);
}

function requireJsonContentType(readHeader: HeaderReader, parsed: unknown): void {
  const [type = ''] = (readHeader('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new ProtocolError(
      ERROR_CODES.notAcceptable,
      415,
      'Send the header Content-Type: application/json.',
    );
  if (parsed === undefined)
    throw new ProtocolError(ERROR_CODES.parseError, 400, 'The body is not JSON. Send one JSON-RPC message.');
}

async function handleMessage(
  parsed: unknown,
  readHeader: HeaderReader,
  options: McpServerOptions,
): Promise<HttpResponse> {
  requireJsonContentType(readHeader, parsed);
  const message = readMessage(parsed);
  if (isRequest(message)) {
    const result = await runMethod(message, readHeader, options);
    return { status: 200, body: { jsonrpc: '2.0', id: message.id, result } };
  }
  if (!isResponse(message)) checkNotification(message, readHeader);
  return { status: 202 };
}

/**
 * Handles one message of any protocol revision. No state is kept between messages.
 *
 * @param parsed the parsed body; undefined if it is not valid JSON
 */
export async function respondToMessage(
  parsed: unknown,
  readHeader: HeaderReader,
  options: McpServerOptions,
): Promise<HttpResponse> {
  try {
    return await handleMessage(parsed, readHeader, options);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, status, message, data } = error;
    const rpcError = { code, message, ...(data === undefined ? {} : { data }) };
    return { status, body: { jsonrpc: '2.0', id: findMessageId(parsed), error: rpcError } };
  }
}
