import {
  CODES,
  idOf,
  isRequest,
  isResponse,
  type McpRequest,
  ProtocolError,
  readMessage,
} from './messages.ts';
import { EARLIER, PRESENT, type Result, SERVER, type ServerOptions } from './methods.ts';
import { checkEarlier, checkNotification, type HeaderReader, isOfPresent } from './revision.ts';

/** An HTTP response: with a message, or without one for a notification. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What answers may be kept for: not at all, as what a key may do can change at any time. */
const UNKEPT = { ttlMs: 0, cacheScope: 'private' };

/** What the present revision asks of every answer. */
function completed(method: string, result: Result): Result {
  const _meta = { 'io.modelcontextprotocol/serverInfo': SERVER };
  return { ...result, resultType: 'complete', ...(method === 'tools/call' ? {} : UNKEPT), _meta };
}

async function resultOf(request: McpRequest, header: HeaderReader, options: ServerOptions): Promise<Result> {
  const isPresent = isOfPresent(request, header);
  if (!isPresent) {
    requireAccepting(header);
    if (request.method !== 'initialize') checkEarlier(header);
  }
  const method = (isPresent ? PRESENT : EARLIER).get(request.method);
  if (method === undefined)
    throw new ProtocolError(
      CODES.methodNotFound,
      isPresent ? 404 : 200,
      'This method does not exist. See tools/list.',
    );
  const result = await method(request, options);
  return isPresent ? completed(request.method, result) : result;
}

/** Clients of the earlier revisions say that they would take a stream as well, or are none. */
function requireAccepting(header: HeaderReader): void {
  const accepted = header('Accept') ?? '';
  if (accepted.includes('application/json') && accepted.includes('text/event-stream')) return;
  const text = 'Accept both application/json and text/event-stream.';
  throw new ProtocolError(CODES.notAcceptable, 406, text);
}

function requireJson(header: HeaderReader, parsed: unknown): void {
  const [type = ''] = (header('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new ProtocolError(CODES.notAcceptable, 415, 'Send application/json.');
  if (parsed === undefined) throw new ProtocolError(CODES.parseError, 400, 'The body is not JSON.');
}

async function answer(parsed: unknown, header: HeaderReader, options: ServerOptions): Promise<HttpResponse> {
  requireJson(header, parsed);
  const message = readMessage(parsed);
  if (isRequest(message)) {
    const result = await resultOf(message, header, options);
    return { status: 200, body: { jsonrpc: '2.0', id: message.id, result } };
  }
  if (!isResponse(message)) checkNotification(message, header);
  return { status: 202 };
}

/**
 * Answers one message of either kind of revision: nothing is kept between messages, and nothing is streamed, as a
 * function's answer is whole.
 *
 * @param parsed the body; undefined where it is no JSON
 */
export async function answerMessage(
  parsed: unknown,
  header: HeaderReader,
  options: ServerOptions,
): Promise<HttpResponse> {
  try {
    return await answer(parsed, header, options);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, status, message, data } = error;
    const told = { code, message, ...(data === undefined ? {} : { data }) };
    return { status, body: { jsonrpc: '2.0', id: idOf(parsed), error: told } };
  }
}
