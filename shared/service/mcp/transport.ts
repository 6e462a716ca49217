import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { buildCorsHeaders } from '../../http/cors.ts';
import type { Handler } from '../../http/endpoint.ts';
import { findJsonIssues } from '../../http/exact-numbers.ts';
import type { MiddlewareContext } from '../../http/middleware.ts';
import { isFromCloudFront } from '../../http/origin.ts';
import { config } from '../../platform/config.ts';
import { formatErrorBody } from '../../platform/contract/envelope.ts';
import { invalidRequestError } from '../../platform/contract/errors.ts';
import {
  CREDENTIAL_HEADER,
  FIXED_HEADERS,
  JSON_TYPE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../platform/contract/headers.ts';
import { mcpRoute } from '../contract/mcp.ts';
import { buildEndpointEvent, buildToolResult } from './call.ts';
import { buildCallableRoute } from './callable-route.ts';
import { ERROR_CODES } from './messages.ts';
import { isForbiddenOrigin } from './origin.ts';
import type { HeaderReader } from './revision.ts';
import { respondToMessage } from './server.ts';
import type { ToolName } from './tools.ts';

/** Handlers of the HTTP requests that one MCP message causes. */
export interface EndpointHandlers {
  /**
   * Authenticates a caller with a credential. Counts the request towards the rate limit of the caller's
   * account.
   */
  readonly admit: Handler;
  /**
   * Rejects a caller without a credential. Counts the request towards the rate limit of the caller's IP
   * address.
   */
  readonly rejectAnonymous: Handler;
  /** Returns the handler of a tool. The handler is loaded at the first call. */
  readonly handlerOf: (tool: ToolName) => Promise<Handler>;
}

const CALLABLE_MCP_ROUTE = buildCallableRoute(mcpRoute);

function readHeader({ headers }: APIGatewayProxyEvent, headerName: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === headerName.toLowerCase())?.[1];
}

const isNonEmptyText = (text: string | undefined) => text !== undefined && text !== '';

/** Copies a bearer token to the credential header, because many clients can send only a bearer token. */
function withCredentialHeader(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (readHeader(event, CREDENTIAL_HEADER) !== undefined) return event;
  const bearerToken = /^Bearer +(\S+)$/i.exec(readHeader(event, 'Authorization') ?? '')?.[1];
  return bearerToken === undefined
    ? event
    : { ...event, headers: { ...event.headers, [CREDENTIAL_HEADER]: bearerToken } };
}

/**
 * Returns the headers of a response that no endpoint has created. The rate-limit headers have the value 0,
 * because the caller's rate limit is not known.
 */
function buildHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  return {
    ...FIXED_HEADERS,
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, '0'])),
    ...buildCorsHeaders(config.CORS_ORIGINS, readHeader(event, 'Origin')),
    [REQUEST_ID_HEADER]: event.requestContext.requestId,
    'Content-Type': JSON_TYPE,
  };
}

function buildForbiddenOriginResponse(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const message =
    'This origin is not allowed. Connect from a server, or ask the operator to allow the origin.';
  const body = formatErrorBody({ code: 'forbidden', message }, event.requestContext.requestId);
  return { statusCode: 403, headers: buildHeaders(event), body };
}

/** Returns a JSON-RPC error for an HTTP request that contains no message. */
function protocolErrorBody(message: string, code: number = ERROR_CODES.notAcceptable): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/**
 * Converts the response to status 405 for GET and DELETE. The protocol requires this of a server without
 * streams and sessions.
 */
function methodNotAllowedResponse({ headers }: APIGatewayProxyResult): APIGatewayProxyResult {
  const body = protocolErrorBody('Method not allowed: send each message as a POST.');
  return { statusCode: 405, headers: { ...headers, Allow: 'POST' }, body };
}

function decodeBody({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
}

/**
 * Parses the body. Returns undefined for invalid JSON, so that the caller gets the error that the MCP protocol
 * defines for it.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Maximum number of bytes of a body. It is checked before the body is parsed. */
const BODY_MAX_BYTES = 65_536;

function findSizeError({ body, isBase64Encoded }: APIGatewayProxyEvent): string | undefined {
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes <= BODY_MAX_BYTES) return undefined;
  return protocolErrorBody(`The body has ${bytes} bytes. Send at most ${BODY_MAX_BYTES}.`);
}

/**
 * Handles one MCP message over HTTP. The caller is authenticated and counted towards the rate limit before the body
 * is read. A tool call passes the middleware chain of its endpoint, but is not counted again.
 */
export async function handleMcpEvent(
  receivedEvent: APIGatewayProxyEvent,
  context: Context,
  { admit, rejectAnonymous, handlerOf }: EndpointHandlers,
): Promise<APIGatewayProxyResult> {
  if (!isFromCloudFront(receivedEvent.headers)) {
    return rejectAnonymous(buildEndpointEvent(receivedEvent, CALLABLE_MCP_ROUTE, {}), { ...context });
  }
  if (isForbiddenOrigin(readHeader(receivedEvent, 'Origin'), config.CORS_ORIGINS))
    return buildForbiddenOriginResponse(receivedEvent);
  const event = withCredentialHeader(receivedEvent);
  const requestContext: MiddlewareContext = { ...context };
  const authenticate = isNonEmptyText(readHeader(event, CREDENTIAL_HEADER)) ? admit : rejectAnonymous;
  let response = await authenticate(buildEndpointEvent(event, CALLABLE_MCP_ROUTE, {}), requestContext);
  if (response.statusCode !== mcpRoute.status) return response;
  if (receivedEvent.httpMethod !== 'POST') return methodNotAllowedResponse(response);
  const sizeError = findSizeError(event);
  if (sizeError !== undefined) return { statusCode: 413, headers: response.headers, body: sizeError };
  const text = decodeBody(event);
  const parsed = parseJson(text);
  const issues = parsed === undefined ? [] : findJsonIssues(text);
  if (issues.length > 0) {
    const body = protocolErrorBody(`${invalidRequestError(issues).message}.`, ERROR_CODES.parseError);
    return { statusCode: 400, headers: response.headers, body };
  }
  const readRequestHeader: HeaderReader = (name) => readHeader(event, name);
  const { admission } = requestContext;
  const { status, body } = await respondToMessage(parsed, readRequestHeader, {
    scopes: admission?.principal.scopes ?? [],
    call: async (tool, toolArguments) => {
      const handler = await handlerOf(tool.name);
      const toolContext: MiddlewareContext = { ...context, admittedAs: admission };
      response = await handler(buildEndpointEvent(event, tool.route, toolArguments), toolContext);
      return buildToolResult(tool, response, toolArguments);
    },
  });
  return {
    statusCode: status,
    headers: response.headers,
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
