import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BODY_LIMIT_BYTES } from './http/body.ts';
import {
  countedHeaderBytes,
  type EventHeaders,
  eventHeaders,
  headerValue,
  setHeader,
} from './http/headers.ts';
import { type EventQuery, eventQuery } from './http/query.ts';

/** What an API says about bodies. */
export interface BodyRules {
  minimumCompressionBytes: number | undefined;
  binaryMediaTypes: readonly string[];
}

/** A received request in the terms of API Gateway, before it is known which method it is for. */
export interface GatewayRequest extends EventHeaders, EventQuery {
  requestId: string;
  extendedRequestId: string;
  /** When the request arrived, in epoch milliseconds. */
  timeMs: number;
  httpMethod: string;
  protocol: string;
  /** Path as received, with the stage. */
  fullPath: string;
  sourceIp: string;
  userAgent: string | null;
  domainName: string;
  body: string | null;
  isBase64Encoded: boolean;
}

/** Why a request cannot be understood, as the gateway response's message. */
export class UnreadableRequest extends Error {}

/** Request line and header values together; API Gateway's quota for REST APIs. */
const HEADER_LIMIT_BYTES = 10_240;

function assertWellFormed(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw new UnreadableRequest('The path is not well-formed percent-encoding');
  }
}

function parseQuery(text: string): EventQuery {
  try {
    return eventQuery(text);
  } catch {
    throw new UnreadableRequest('The query string is not well-formed percent-encoding');
  }
}

/** A target is normally `/path?query`; a proxy's client sends the whole address. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = /^https?:\/\/[^/?#]*(\/.*)?$/i.exec(target)?.[1];
  return path ?? '/';
}

/**
 * Reads everything but the body.
 *
 * @throws UnreadableRequest where the path or query is malformed or the headers exceed 10,240 bytes
 */
export function readRequest(message: IncomingMessage, requestId: string, timeMs: number): GatewayRequest {
  const target = originForm(message.url ?? '/');
  const httpMethod = message.method ?? 'GET';
  const protocol = `HTTP/${message.httpVersion}`;
  const mark = target.indexOf('?');
  const fullPath = mark < 0 ? target : target.slice(0, mark);
  const received = eventHeaders(message.rawHeaders);
  const sourceIp = (message.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const request: GatewayRequest = {
    ...received,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestId,
    extendedRequestId: `${requestId.slice(0, 8)}${requestId.slice(9, 13)}=`,
    timeMs,
    httpMethod,
    protocol,
    fullPath,
    sourceIp,
    userAgent: headerValue(received.headers, 'User-Agent') ?? null,
    domainName: headerValue(received.headers, 'Host') ?? 'localhost',
    body: null,
    isBase64Encoded: false,
  };
  addForwardingHeaders(request, message.socket.localPort ?? 0);
  return request;
}

/** @throws UnreadableRequest, as readRequest says; apart from it so that the answer can carry the request's id. */
export function completeRequest(request: GatewayRequest, message: IncomingMessage): void {
  const target = originForm(message.url ?? '/');
  const requestLine = `${request.httpMethod} ${target} ${request.protocol}`;
  if (countedHeaderBytes(requestLine, message.rawHeaders) > HEADER_LIMIT_BYTES) {
    throw new UnreadableRequest(`The request line and headers exceed ${HEADER_LIMIT_BYTES} bytes`);
  }
  assertWellFormed(request.fullPath);
  const mark = target.indexOf('?');
  if (mark < 0) return;
  const { queryStringParameters, multiValueQueryStringParameters } = parseQuery(target.slice(mark + 1));
  request.queryStringParameters = queryStringParameters;
  request.multiValueQueryStringParameters = multiValueQueryStringParameters;
}

const decompress = promisify(gunzip);

/** Media types may be `*` or hold wildcards, as in `image/*`. */
function isBinary(contentType: string, binaryMediaTypes: readonly string[]): boolean {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return binaryMediaTypes.some(
    (pattern) =>
      pattern === '*/*' ||
      pattern.toLowerCase() === mediaType ||
      (pattern.endsWith('/*') && mediaType.startsWith(pattern.slice(0, -1).toLowerCase())),
  );
}

/**
 * Puts the body on the request: as text, or base64 for the API's binary media types. An API with compression also
 * takes gzipped bodies.
 *
 * @throws UnreadableRequest for a body that is not the gzip it says it is
 */
export async function bodyText(request: GatewayRequest, received: Buffer, api: BodyRules): Promise<void> {
  const encoding = headerValue(request.headers, 'Content-Encoding')?.toLowerCase();
  let body = received;
  if (encoding === 'gzip' && api.minimumCompressionBytes !== undefined) {
    try {
      body = await decompress(received, { maxOutputLength: BODY_LIMIT_BYTES });
    } catch {
      throw new UnreadableRequest('The body is not well-formed gzip or too large');
    }
  }
  if (body.length === 0) return;
  request.isBase64Encoded = isBinary(
    headerValue(request.headers, 'Content-Type') ?? 'application/json',
    api.binaryMediaTypes,
  );
  request.body = body.toString(request.isBase64Encoded ? 'base64' : 'utf8');
}

function addForwardingHeaders(request: GatewayRequest, port: number): void {
  const before = headerValue(request.headers, 'X-Forwarded-For');
  setHeader(
    request,
    'X-Forwarded-For',
    before === undefined ? request.sourceIp : `${before}, ${request.sourceIp}`,
  );
  setHeader(request, 'X-Forwarded-Port', String(port));
  setHeader(request, 'X-Forwarded-Proto', 'http');
  if (headerValue(request.headers, 'X-Amzn-Trace-Id') !== undefined) return;
  const seconds = Math.floor(request.timeMs / 1000).toString(16);
  setHeader(
    request,
    'X-Amzn-Trace-Id',
    `Root=1-${seconds}-${request.requestId.replaceAll('-', '').slice(0, 24)}`,
  );
}
