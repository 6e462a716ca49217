import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import type { ServiceProxy } from './proxy.ts';
import { body } from './wire.ts';

export interface ProxyServer {
  /**
   * Base URL of the server. `<endpoint>/<name>` is the endpoint of a separate database with this name. A DELETE request
   * to that URL deletes the database. A PUT request makes all writes visible to eventually consistent reads.
   */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const CALLER_PATTERN = /Credential=([^/]+)\//;

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

async function respond(
  proxy: ServiceProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const namespace = /^\/([a-z0-9]{1,40})\/?$/.exec(request.url ?? '')?.[1];
  if (namespace === undefined) throw new Error('The path must be a name of small letters and digits.');
  const { method = '' } = request;
  if (method === 'DELETE' || method === 'PUT') {
    await (method === 'DELETE' ? proxy.drop(namespace) : proxy.settle(namespace));
    response.writeHead(200).end();
    return;
  }
  const { status, text: answer } = await proxy.answer({
    namespace,
    caller: CALLER_PATTERN.exec(header(request, 'authorization'))?.[1] ?? '',
    target: header(request, 'x-amz-target'),
    input: body.parse(JSON.parse(await text(request))),
  });
  // With a Content-Length, headers and body are sent in one packet.
  const headers = {
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': Buffer.byteLength(answer),
  };
  response.writeHead(status, headers).end(answer);
}

/** Serves the proxy on a free loopback port. `onError` receives errors of the server itself. */
export async function startProxyServer(
  proxy: ServiceProxy,
  onError: (error: unknown) => void,
): Promise<ProxyServer> {
  const server = createServer((request, response) => {
    respond(proxy, request, response).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });
  const port = await listenOnLoopback(server);
  return {
    endpoint: `http://${LOOPBACK_ADDRESS}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
