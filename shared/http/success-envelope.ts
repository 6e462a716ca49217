import type { APIGatewayProxyResult } from 'aws-lambda';
import { buildSuccessBody } from '../platform/contract/envelope.ts';
import { IDEMPOTENT_REPLAYED_HEADER, JSON_TYPE, LOCATION_HEADER } from '../platform/contract/headers.ts';
import { zlib } from '../platform/domain/zlib.ts';
import type { Reply } from '../platform/request.ts';
import { acceptsGzip, fitsUncompressed } from './encoding.ts';
import { addCursorTag } from './list-cursor.ts';
import { isResponse, type Middleware, type Request } from './middleware.ts';

/**
 * Headers of responses that are documents instead of JSON data. Web pages of any origin may read the OpenAPI
 * document. The HTML page may use inline styles, but no scripts or other resources.
 */
const DOCUMENT_HEADERS_BY_FORMAT = {
  openapi: { 'Content-Type': JSON_TYPE, 'Access-Control-Allow-Origin': '*' },
  html: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  },
} as const;

/**
 * Compressed bodies of replies. If a handler returns the same cached reply object several times, the body is
 * compressed only once.
 */
const compressedBodies = /* @__PURE__ */ new WeakMap<Reply, string>();

function gzipReplyBody(reply: Reply, body: () => string): string {
  const text = compressedBodies.get(reply) ?? zlib().gzipSync(body()).toString('base64');
  compressedBodies.set(reply, text);
  return text;
}

/**
 * Returns a text field of the response data, percent-encoded. The name may be a path such as `withdrawal.id`. Throws an
 * error if the field is not a text.
 */
function fieldTextAtPath(data: unknown, name: string): string {
  const value = name.split('.').reduce<unknown>((currentValue, part) => {
    const isObject = typeof currentValue === 'object' && currentValue !== null;
    return isObject ? new Map(Object.entries(currentValue)).get(part) : undefined;
  }, data);
  if (typeof value !== 'string') throw new Error(`The answer has no text in ${name}`);
  return encodeURIComponent(value);
}

/** Returns the path of the created resource. It starts with the stage or base path of the request. */
function locationHeaderOf(template: string, data: unknown, { event, internal: { route } }: Request): string {
  const path = event.requestContext.path ?? event.path;
  const basePathSegments = path.split('/').slice(0, -(route.path.split('/').length - 1));
  const resourcePath = template.replace(/\{([\w.]+)\}/g, (_, name: string) => fieldTextAtPath(data, name));
  return `${basePathSegments.join('/')}${resourcePath}`;
}

function buildResponse(reply: Reply, request: Request): APIGatewayProxyResult {
  const { event, internal } = request;
  const { route, headers } = internal;
  if (route.format !== undefined) {
    Object.assign(headers, DOCUMENT_HEADERS_BY_FORMAT[route.format]);
    return { statusCode: route.status, body: String(reply.data) };
  }
  headers['Content-Type'] = JSON_TYPE;
  if (reply.replayed === true) headers[IDEMPOTENT_REPLAYED_HEADER] = 'true';
  const meta = reply.pagination === undefined ? reply.meta : { ...reply.meta, pagination: reply.pagination };
  const statusCode = reply.status ?? route.status;
  if (statusCode === 201 && route.location !== undefined) {
    headers[LOCATION_HEADER] = locationHeaderOf(route.location, reply.data, request);
  }
  const body = () => buildSuccessBody(reply.data, addCursorTag(request, meta ?? {}));
  if (route.compressed !== true) return { statusCode, body: body() };
  headers.Vary = [headers.Vary, 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  if (!acceptsGzip(event.headers?.['accept-encoding'])) {
    const text = body();
    if (fitsUncompressed(text)) return { statusCode, body: text };
  }
  headers['Content-Encoding'] = 'gzip';
  return { statusCode, body: gzipReplyBody(reply, body), isBase64Encoded: true };
}

export function successEnvelope(): Middleware {
  return {
    name: 'success-envelope',
    after: (request) => {
      const { response } = request;
      if (isResponse(response)) return;
      if (response === undefined || response === null) {
        throw new Error(`The handler of ${request.internal.route.id} gave no reply`);
      }
      request.response = buildResponse(response, request);
    },
  };
}
