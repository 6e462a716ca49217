import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { corsHeaders } from '../../http/cors.ts';
import type { Handler } from '../../http/endpoint.ts';
import { repeatedNames } from '../../http/exact-numbers.ts';
import type { CallContext } from '../../http/middleware.ts';
import { cameThroughDistribution } from '../../http/origin.ts';
import { config } from '../../platform/config.ts';
import { errorText } from '../../platform/contract/envelope.ts';
import {
  CREDENTIAL_HEADER,
  FIXED_HEADERS,
  JSON_TYPE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../platform/contract/headers.ts';
import { mcpRoute } from '../contract/mcp.ts';
import { endpointEvent, toolResult } from './call.ts';
import { callableRoute } from './callable-route.ts';
import { CODES } from './messages.ts';
import { isForeign } from './origin.ts';
import type { HeaderReader } from './revision.ts';
import { answerMessage } from './server.ts';
import type { ToolName } from './tools.ts';

/** What answers behind the tools: the endpoints' own functions. */
export interface Endpoints {
  /** Admits callers with a valid credential, within their account's limit. */
  readonly admit: Handler;
  /** Refuses who has none, as often as their address may ask at all. */
  readonly rejectAnonymous: Handler;
  /** The function behind a tool, loaded with its first call. */
  readonly handlerOf: (tool: ToolName) => Promise<Handler>;
}

const CONNECTION = callableRoute(mcpRoute);

function headerOf({ headers }: APIGatewayProxyEvent, wanted: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

const isPresent = (text: string | undefined) => text !== undefined && text !== '';

/** The request with its credential where the endpoints read it: many clients can send a bearer token alone. */
function withCredential(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (headerOf(event, CREDENTIAL_HEADER) !== undefined) return event;
  const token = /^Bearer +(\S+)$/i.exec(headerOf(event, 'Authorization') ?? '')?.[1];
  return token === undefined
    ? event
    : { ...event, headers: { ...event.headers, [CREDENTIAL_HEADER]: token } };
}

/** Headers for a response that no endpoint produced; no limit is known there. */
function ownHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  return {
    ...FIXED_HEADERS,
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, '0'])),
    ...corsHeaders(config.CORS_ORIGINS, headerOf(event, 'Origin')),
    [REQUEST_ID_HEADER]: event.requestContext.requestId,
    'Content-Type': JSON_TYPE,
  };
}

function foreign(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const message =
    'This origin is not allowed. Connect from a server, or ask the operator to allow the origin.';
  const body = errorText({ code: 'forbidden', message }, event.requestContext.requestId);
  return { statusCode: 403, headers: ownHeaders(event), body };
}

/** Why a request is none that carries a message, in the protocol's form. */
function refusal(message: string, code: number = CODES.notAcceptable): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** What the protocol demands of a server that opens no streams and keeps no sessions. */
function wrongMethod({ headers }: APIGatewayProxyResult): APIGatewayProxyResult {
  const body = refusal('Method not allowed: send each message as a POST.');
  return { statusCode: 405, headers: { ...headers, Allow: 'POST' }, body };
}

function bodyOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
}

/** The parsed body; undefined for what is no JSON, which the protocol's own answer names. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The most bytes of a body, which is looked at before it is parsed: tools take few and short arguments. */
const BODY_MAX_BYTES = 65_536;

/** What is said of a body that is too large; undefined for one that is not. */
function tooLarge({ body, isBase64Encoded }: APIGatewayProxyEvent): string | undefined {
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes <= BODY_MAX_BYTES) return undefined;
  return refusal(`The body has ${bytes} bytes. The limit is ${BODY_MAX_BYTES}.`);
}

/**
 * Answers one message over HTTP. The sender is authenticated, and pays one request of their limit, before the body is
 * read. A call of an endpoint passes that endpoint's whole chain, with its permissions and checks, as a part of this
 * request.
 */
export async function transport(
  received: APIGatewayProxyEvent,
  context: Context,
  { admit, rejectAnonymous, handlerOf }: Endpoints,
): Promise<APIGatewayProxyResult> {
  if (!cameThroughDistribution(received.headers)) {
    return rejectAnonymous(endpointEvent(received, CONNECTION, {}), { ...context });
  }
  if (isForeign(headerOf(received, 'Origin'), config.CORS_ORIGINS)) return foreign(received);
  const event = withCredential(received);
  const caller: CallContext = { ...context };
  const enter = isPresent(headerOf(event, CREDENTIAL_HEADER)) ? admit : rejectAnonymous;
  let answer = await enter(endpointEvent(event, CONNECTION, {}), caller);
  if (answer.statusCode !== mcpRoute.status) return answer;
  if (received.httpMethod !== 'POST') return wrongMethod(answer);
  const excess = tooLarge(event);
  if (excess !== undefined) return { statusCode: 413, headers: answer.headers, body: excess };
  const parsed = parse(bodyOf(event));
  if (parsed !== undefined && repeatedNames(bodyOf(event)).length > 0) {
    const body = refusal('The body gives a name twice in one object. Send each name once.', CODES.parseError);
    return { statusCode: 400, headers: answer.headers, body };
  }
  const header: HeaderReader = (name) => headerOf(event, name);
  const { admission } = caller;
  const { status, body } = await answerMessage(parsed, header, {
    scopes: admission?.principal.scopes ?? [],
    call: async (tool, given) => {
      const handler = await handlerOf(tool.name);
      const part: CallContext = { ...context, admittedAs: admission };
      answer = await handler(endpointEvent(event, tool.route, given), part);
      return toolResult(tool, answer, given);
    },
  });
  return {
    statusCode: status,
    headers: answer.headers,
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
