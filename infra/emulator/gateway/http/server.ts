import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listen } from '../../process/port.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayRequest } from '../request.ts';

export interface GatewayServer {
  port: number;
  /** Accepts no new connections, lets running requests finish for `graceSeconds`, then closes every connection. */
  stop(graceSeconds?: number): Promise<void>;
}

/** Far above API Gateway's own limit of 10,240 bytes, so that the gateway and not the parser refuses. */
const PARSER_HEADER_BYTES = 256 * 1024;

/** Longer than common clients keep an idle connection, so that the client closes first. */
const KEEP_ALIVE_MS = 75_000;

function unparsedRequest(socket: Duplex): GatewayRequest {
  const requestId = randomUUID();
  return {
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestId,
    extendedRequestId: `${requestId.slice(0, 8)}=`,
    timeMs: Date.now(),
    httpMethod: '',
    protocol: 'HTTP/1.1',
    fullPath: '/',
    sourceIp: socket instanceof Socket ? (socket.remoteAddress ?? '') : '',
    userAgent: null,
    domainName: 'localhost',
    body: null,
    isBase64Encoded: false,
  };
}

/** Answers requests that are not HTTP in the API's own form instead of the parser's bare status line. */
function refuseMalformed(gateway: Gateway, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  const type = error.code === 'HPE_INVALID_METHOD' ? 'MISSING_AUTHENTICATION_TOKEN' : 'BAD_REQUEST_BODY';
  const answer = gateway.malformed(type, unparsedRequest(socket));
  const lines = answer.headers.map(([name, value]) => `${name}: ${String(value)}`);
  const head = [
    `HTTP/1.1 ${answer.statusCode} Refused`,
    ...lines,
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${String(answer.body)}`);
}

async function close(server: Server, graceSeconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
  await closed;
  clearTimeout(force);
}

/**
 * Listens on the loopback interface; port 0 takes a free one. Rejects with the system's error.
 *
 * @param handle answers in the gateway's place, where the host has more than the API
 */
export async function startServer(
  gateway: Gateway,
  port: number,
  handle: RequestListener = gateway.handle,
): Promise<GatewayServer> {
  const server = createServer(
    { maxHeaderSize: PARSER_HEADER_BYTES, requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    handle,
  );
  // Node answers 417 by itself to an expectation that it does not know. API Gateway ignores the header.
  server.on('checkExpectation', handle);
  server.on('clientError', (error, socket) => refuseMalformed(gateway, error, socket));
  return {
    port: await listen(server, { port, backlog: 1024 }),
    stop: (graceSeconds = 2) => close(server, graceSeconds),
  };
}
