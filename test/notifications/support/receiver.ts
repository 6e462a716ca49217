import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { RECEIVER_CERTIFICATE, RECEIVER_KEY } from './certificate.ts';

const challenged = z.object({ data: z.object({ challenge: z.string() }) });

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * Returns the challenge in the body of a test delivery to an unverified endpoint. Returns undefined for any other body.
 */
export function challengeOf(body: string): string | undefined {
  return body.startsWith('{') ? challenged.safeParse(JSON.parse(body)).data?.data.challenge : undefined;
}

export interface Receiver {
  readonly port: number;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  readonly address?: string;
  readonly secure?: boolean;
  /**
   * Returns the status of the response. If the request contains a challenge and the status is below 300, the receiver
   * sends the challenge with status 200. For undefined, the receiver sends nothing, because the function may have
   * written to `response` itself. Default: 204.
   */
  readonly answer?: (
    request: Received,
    response: Parameters<RequestListener>[1],
  ) => number | undefined | Promise<number | undefined>;
}

/** Starts a webhook receiver on this machine, at its own port. */
export async function startReceiver({
  address = '127.0.0.1',
  secure = false,
  answer = () => 204,
}: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url: path, headers } = request;
    const got = { method, path, headers, body: await text(request) };
    received.push(got);
    const status = await answer(got, response);
    if (status === undefined) return;
    const challenge = challengeOf(got.body);
    if (challenge !== undefined && status < 300) {
      response.writeHead(200).end(JSON.stringify({ challenge }));
    } else response.writeHead(status).end();
  };
  const server: Server = secure
    ? createSecureServer({ cert: RECEIVER_CERTIFICATE, key: RECEIVER_KEY }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  const { port } = bound;
  return {
    port,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
