import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenOnLoopback } from '../../process/port.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayRequest } from '../request.ts';

export interface GatewayServer {
  port: number;
  /** Accepts no new connections, waits `graceSeconds` for running requests, then closes every connection. */
  stop(graceSeconds?: number): Promise<void>;
}

/**
 * Maximum size in bytes of the headers that Node's HTTP parser accepts. It is far above API Gateway's limit
 * of 10,240, so that the local gateway, and not Node, rejects large headers.
 */
const PARSER_HEADER_MAX_BYTES = 256 * 1024;

/**
 * Keep-alive time in milliseconds. It is longer than the keep-alive time of common clients, so that the client
 * closes an idle connection first.
 */
const KEEP_ALIVE_MS = 75_000;

function createPlaceholderRequest(socket: Duplex): GatewayRequest {
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

/** Answers malformed HTTP with an error response in the API's format. */
function rejectMalformedRequest(gateway: Gateway, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  const type = error.code === 'HPE_INVALID_METHOD' ? 'MISSING_AUTHENTICATION_TOKEN' : 'BAD_REQUEST_BODY';
  const answer = gateway.malformed(type, createPlaceholderRequest(socket));
  const headerLines = answer.headers.map(([name, value]) => `${name}: ${String(value)}`);
  const head = [
    `HTTP/1.1 ${answer.statusCode} Refused`,
    ...headerLines,
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${String(answer.body)}`);
}

async function closeServer(server: Server, graceSeconds: number): Promise<void> {
  const serverClosePromise = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
  await serverClosePromise;
  clearTimeout(forceCloseTimer);
}

/**
 * Starts an HTTP server on the loopback interface. Port 0 selects a free port. Rejects with the system's error.
 *
 * @param handleRequest replaces the gateway's request listener when the server serves more than the API
 */
export async function startServer(
  gateway: Gateway,
  port: number,
  handleRequest: RequestListener = gateway.handle,
): Promise<GatewayServer> {
  const server = createServer(
    { maxHeaderSize: PARSER_HEADER_MAX_BYTES, requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    handleRequest,
  );
  // By default, Node answers 417 to an unknown `Expect` header. This server ignores the header, as API Gateway
  // does.
  server.on('checkExpectation', handleRequest);
  server.on('clientError', (error, socket) => rejectMalformedRequest(gateway, error, socket));
  return {
    port: await listenOnLoopback(server, { port, backlog: 1024 }),
    stop: (graceSeconds = 2) => closeServer(server, graceSeconds),
  };
}
