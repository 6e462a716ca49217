import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '../../../../shared/http/encoding.ts';
import type { GatewayRequest } from '../request.ts';
import { findHeader } from './headers.ts';
import type { HttpResponse } from './proxy-response.ts';

const compress = promisify(gzip);

/** Compresses a response of at least `minCompressedBytes` if the client accepts gzip. */
export function compressResponse(
  request: GatewayRequest,
  answer: HttpResponse,
  minCompressedBytes: number | undefined,
): HttpResponse | Promise<HttpResponse> {
  if (minCompressedBytes === undefined || answer.body.length < minCompressedBytes) return answer;
  if (!acceptsGzip(findHeader(request.headers, 'Accept-Encoding'))) return answer;
  if (answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return answer;
  return compress(answer.body).then((body) => ({
    ...answer,
    body,
    headers: [...answer.headers, ['Content-Encoding', 'gzip']],
  }));
}

/** Sends a response with the headers that API Gateway adds to every response. */
export function sendResponse(response: ServerResponse, request: GatewayRequest, answer: HttpResponse): void {
  const headers: string[] = [
    'x-amzn-RequestId',
    request.requestId,
    'x-amz-apigw-id',
    request.extendedRequestId,
  ];
  for (const [name, value] of answer.headers) {
    if (typeof value === 'string') headers.push(name, value);
    else for (const one of value) headers.push(name, one);
  }
  headers.push('Content-Length', String(Buffer.byteLength(answer.body)));
  response.writeHead(answer.statusCode, headers);
  response.end(answer.body);
}
