import { lookup as resolveHost } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '../contract/webhooks/webhook-values.ts';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { type AllowedNetwork, mayConnectTo, readHostWithoutBrackets } from '../domain/webhook-url.ts';

/** Maximum duration of one attempt in milliseconds. It includes the DNS lookup and the complete response. */
export const ATTEMPT_MAX_MS = 10_000;
const RESPONSE_MAX_BYTES = 16_384;
/** Maximum number of interim responses (1xx) per request. */
const INTERIM_RESPONSES_MAX = 10;
const USER_AGENT = 'yield-api-webhooks/1';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderOptions {
  readonly allowedNetwork: AllowedNetwork;
  /** Resolves a host name to all its addresses. The default is the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Returns whether the service may connect to an address. By default, `allowedNetwork` decides this. */
  readonly isAllowed?: (address: string) => boolean;
  /** Timeout of the attempt in milliseconds. The default is ATTEMPT_MAX_MS. */
  readonly timeoutMs?: number;
  /** Whether the outcome of an attempt includes the response body. */
  readonly keepsBody?: boolean;
  /** Certificates to trust instead of the public certificate authorities. */
  readonly ca?: string;
}

/** Thrown if an attempt ended without an HTTP status. */
class AttemptError extends Error {
  readonly failure: DeliveryFailure;
  constructor(failure: DeliveryFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

const systemResolver = (host: string) => resolveHost(host, { all: true, verbatim: true });

/** Returns the addresses of a host. Throws an error if one of them is not allowed. */
async function resolveAllowedAddresses(
  host: string,
  options: SenderOptions,
): Promise<readonly ResolvedAddress[]> {
  const {
    allowedNetwork,
    resolve = systemResolver,
    isAllowed = (address) => mayConnectTo(address, allowedNetwork),
  } = options;
  const ipFamily = isIP(host);
  const addresses =
    ipFamily !== 0
      ? [{ address: host, family: ipFamily }]
      : await resolve(host).catch((error: unknown) => {
          throw new AttemptError('host_unknown', error);
        });
  if (addresses.length === 0) throw new AttemptError('host_unknown');
  if (!addresses.every(({ address }) => isAllowed(address))) throw new AttemptError('address_refused');
  return addresses;
}

/**
 * Returns a DNS lookup function that always returns the checked addresses. Therefore the connection cannot go
 * to another address if the name's DNS entry changes after the check.
 */
function createPinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error(`${host} has no address`), []);
    else if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

const TLS_ERROR_CODE_PATTERN = /CERT|SSL|TLS|SIGNED|SIGNATURE|EPROTO/;

function classifyError(error: unknown, signal: AbortSignal): DeliveryFailure {
  if (error instanceof AttemptError) return error.failure;
  if (signal.aborted) return 'timed_out';
  // Errors of sockets, TLS and the HTTP parser have a code. Any other error is a bug in this code.
  if (!(error instanceof Error && 'code' in error)) throw error;
  const code = String(error.code);
  if (code.startsWith('HPE_')) return 'answer_malformed';
  return TLS_ERROR_CODE_PATTERN.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Reads at most RESPONSE_MAX_BYTES of the response body. */
async function readBody(response: IncomingMessage): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = response;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_MAX_BYTES) break;
  }
  return Buffer.concat(read).subarray(0, RESPONSE_MAX_BYTES).toString();
}

interface ReceiverResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Posts the message and returns the response. The promise settles on every event that ends the connection: a
 * response, a protocol upgrade, an error, or a close without a response.
 */
function postMessage(
  url: URL,
  { headers, body }: WebhookMessage,
  options: RequestOptions,
): Promise<ReceiverResponse> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<ReceiverResponse>();
  const request = send(url, {
    ...options,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': USER_AGENT,
    },
  });
  let interimResponseCount = 0;
  request.on('information', () => {
    interimResponseCount += 1;
    if (interimResponseCount > INTERIM_RESPONSES_MAX) request.destroy(new AttemptError('answer_malformed'));
  });
  const onClosed = () => reject(new AttemptError('connection_failed'));
  request.on('response', (response) => {
    // A response has arrived, so the event `close` of the request no longer means that the connection failed.
    request.off('close', onClosed);
    readBody(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  // On a protocol upgrade, Node detaches the socket from the request. Afterwards neither the request nor its abort
  // signal can close the socket.
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, body: '' });
  });
  request.on('error', reject);
  request.on('close', onClosed);
  request.end(body);
  return promise.finally(() => request.destroy());
}

/** Rejects with `timed_out` if the signal is aborted before the promise settles. */
function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAsTimedOut = () => reject(new AttemptError('timed_out'));
    signal.addEventListener('abort', rejectAsTimedOut, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAsTimedOut));
  });
}

/**
 * Sends a message once. Connects only to a checked address and follows no redirects. A failure of the receiver is
 * returned, not thrown.
 */
export async function sendWebhookMessage(
  message: WebhookMessage,
  options: SenderOptions,
): Promise<AttemptOutcome> {
  const startedMs = performance.now();
  const measureDurationMs = () => Math.round(performance.now() - startedMs);
  const signal = AbortSignal.timeout(options.timeoutMs ?? ATTEMPT_MAX_MS);
  try {
    const url = new URL(message.url);
    const addresses = await rejectOnAbort(
      signal,
      resolveAllowedAddresses(readHostWithoutBrackets(url), options),
    );
    const connectionOptions = {
      lookup: createPinnedLookup(addresses),
      agent: false as const,
      signal,
      ca: options.ca,
    };
    const { status, body } = await rejectOnAbort(signal, postMessage(url, message, connectionOptions));
    return {
      status,
      durationMs: measureDurationMs(),
      ...(options.keepsBody === true ? { responseBody: body } : {}),
    };
  } catch (error) {
    return { failure: classifyError(error, signal), durationMs: measureDurationMs() };
  }
}
