import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BODY_LIMIT_BYTES } from './http/body.ts';
import { countHeaderBytes, type EventHeaders, findHeader, groupHeaders, setHeader } from './http/headers.ts';
import { type EventQueryParameters, parseEventQuery } from './http/query.ts';

export interface BodyRules {
  minimumCompressionBytes: number | undefined;
  binaryMediaTypes: readonly string[];
}

/** A received request. The gateway has not matched it to a method of the API yet. */
export interface GatewayRequest extends EventHeaders, EventQueryParameters {
  requestId: string;
  extendedRequestId: string;
  /** When the request arrived, in epoch milliseconds. */
  timeMs: number;
  httpMethod: string;
  protocol: string;
  /** Path as received, without the query string. */
  fullPath: string;
  sourceIp: string;
  userAgent: string | null;
  domainName: string;
  body: string | null;
  isBase64Encoded: boolean;
}

/** Error for a malformed request. Its message becomes the message of the gateway response. */
export class UnreadableRequestError extends Error {}

/** API Gateway's quota for the request line and header values together, in bytes. */
const HEADER_LIMIT_BYTES = 10_240;

function assertWellFormedPath(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw new UnreadableRequestError('The path is not well-formed percent-encoding');
  }
}

function parseQuery(text: string): EventQueryParameters {
  try {
    return parseEventQuery(text);
  } catch {
    throw new UnreadableRequestError('The query string is not well-formed percent-encoding');
  }
}

/** Returns the path and query. The target can be an absolute URL, because a client that uses a proxy sends one. */
function readPathAndQuery(requestTarget: string): string {
  if (requestTarget.startsWith('/')) return requestTarget;
  const path = /^https?:\/\/[^/?#]*(\/.*)?$/i.exec(requestTarget)?.[1];
  return path ?? '/';
}

/**
 * Reads a request, except its query and body. Must not throw, because even an error response contains the request id.
 */
export function readRequest(message: IncomingMessage, requestId: string, timeMs: number): GatewayRequest {
  const requestTarget = readPathAndQuery(message.url ?? '/');
  const httpMethod = message.method ?? 'GET';
  const httpProtocol = `HTTP/${message.httpVersion}`;
  const mark = requestTarget.indexOf('?');
  const fullPath = mark < 0 ? requestTarget : requestTarget.slice(0, mark);
  const receivedHeaders = groupHeaders(message.rawHeaders);
  const sourceIp = (message.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const request: GatewayRequest = {
    ...receivedHeaders,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestId,
    extendedRequestId: `${requestId.slice(0, 8)}${requestId.slice(9, 13)}=`,
    timeMs,
    httpMethod,
    protocol: httpProtocol,
    fullPath,
    sourceIp,
    userAgent: findHeader(receivedHeaders.headers, 'User-Agent') ?? null,
    domainName: findHeader(receivedHeaders.headers, 'Host') ?? 'localhost',
    body: null,
    isBase64Encoded: false,
  };
  addForwardingHeaders(request, message.socket.localPort ?? 0);
  return request;
}

/**
 * Validates the path and the header size, and reads the query.
 *
 * @throws UnreadableRequestError for a malformed path or query, or headers above 10,240 bytes
 */
export function validateRequest(request: GatewayRequest, message: IncomingMessage): void {
  const requestTarget = readPathAndQuery(message.url ?? '/');
  const requestLine = `${request.httpMethod} ${requestTarget} ${request.protocol}`;
  if (countHeaderBytes(requestLine, message.rawHeaders) > HEADER_LIMIT_BYTES) {
    throw new UnreadableRequestError(`The request line and headers exceed ${HEADER_LIMIT_BYTES} bytes`);
  }
  assertWellFormedPath(request.fullPath);
  const mark = requestTarget.indexOf('?');
  if (mark < 0) return;
  const { queryStringParameters, multiValueQueryStringParameters } = parseQuery(
    requestTarget.slice(mark + 1),
  );
  request.queryStringParameters = queryStringParameters;
  request.multiValueQueryStringParameters = multiValueQueryStringParameters;
}

const decompress = promisify(gunzip);

/** Whether the content type matches a binary media type, which can be a pattern such as `image/*`. */
function isBinaryContent(contentType: string, binaryMediaTypes: readonly string[]): boolean {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return binaryMediaTypes.some(
    (mediaTypePattern) =>
      mediaTypePattern === '*/*' ||
      mediaTypePattern.toLowerCase() === mediaType ||
      (mediaTypePattern.endsWith('/*') && mediaType.startsWith(mediaTypePattern.slice(0, -1).toLowerCase())),
  );
}

/**
 * Sets the request's body: as text, or as base64 for the API's binary media types. An API with compression
 * also accepts gzipped bodies.
 *
 * @throws UnreadableRequestError for malformed gzip or a decompressed body above the quota
 */
export async function setBody(request: GatewayRequest, receivedBody: Buffer, api: BodyRules): Promise<void> {
  const contentEncoding = findHeader(request.headers, 'Content-Encoding')?.toLowerCase();
  let body = receivedBody;
  if (contentEncoding === 'gzip' && api.minimumCompressionBytes !== undefined) {
    try {
      body = await decompress(receivedBody, { maxOutputLength: BODY_LIMIT_BYTES });
    } catch {
      throw new UnreadableRequestError('The body is not well-formed gzip or too large');
    }
  }
  if (body.length === 0) return;
  request.isBase64Encoded = isBinaryContent(
    findHeader(request.headers, 'Content-Type') ?? 'application/json',
    api.binaryMediaTypes,
  );
  request.body = body.toString(request.isBase64Encoded ? 'base64' : 'utf8');
}

function addForwardingHeaders(request: GatewayRequest, port: number): void {
  const forwardedForHeader = findHeader(request.headers, 'X-Forwarded-For');
  setHeader(
    request,
    'X-Forwarded-For',
    forwardedForHeader === undefined ? request.sourceIp : `${forwardedForHeader}, ${request.sourceIp}`,
  );
  setHeader(request, 'X-Forwarded-Port', String(port));
  setHeader(request, 'X-Forwarded-Proto', 'http');
  if (findHeader(request.headers, 'X-Amzn-Trace-Id') !== undefined) return;
  const hexSeconds = Math.floor(request.timeMs / 1000).toString(16);
  setHeader(
    request,
    'X-Amzn-Trace-Id',
    `Root=1-${hexSeconds}-${request.requestId.replaceAll('-', '').slice(0, 24)}`,
  );
}
