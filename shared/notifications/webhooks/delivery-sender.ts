import { lookup as resolveHost } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '../contract/webhooks/webhook-values.ts';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { hostOf, mayConnect, type Reach } from '../domain/webhook-url.ts';

/** The longest that one attempt takes, from the look-up of the name to the end of the answer. */
export const ATTEMPT_MAX_MS = 10_000;
/** The part of an answer's body that is read. */
const ANSWER_MAX_BYTES = 16_384;
/** Interim answers (1xx) that one request accepts. */
const INTERIM_ANSWERS_MAX = 10;
const USER_AGENT = 'yield-api-webhooks/1';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SenderOptions {
  readonly reach: Reach;
  /** All addresses of a name; the system's own resolver when absent. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Whether a receiver at the address may be sent to; by `reach` when absent. */
  readonly isAllowed?: (address: string) => boolean;
  /** Milliseconds; ATTEMPT_MAX_MS when absent. */
  readonly timeoutMs?: number;
  /** Whether the outcome holds the body of the answer. */
  readonly keepsAnswer?: boolean;
  /** Certificates that are trusted instead of the public ones. */
  readonly ca?: string;
}

/** Why an attempt ends without a status. */
class AttemptFailed extends Error {
  readonly failure: DeliveryFailure;
  constructor(failure: DeliveryFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

const systemResolver = (host: string) => resolveHost(host, { all: true, verbatim: true });

/** The addresses of a host. Throws unless all of them are allowed. */
async function addressesOf(host: string, options: SenderOptions): Promise<readonly ResolvedAddress[]> {
  const { reach, resolve = systemResolver, isAllowed = (address) => mayConnect(address, reach) } = options;
  const family = isIP(host);
  const found =
    family !== 0
      ? [{ address: host, family }]
      : await resolve(host).catch((error: unknown) => {
          throw new AttemptFailed('host_unknown', error);
        });
  if (found.length === 0) throw new AttemptFailed('host_unknown');
  if (!found.every(({ address }) => isAllowed(address))) throw new AttemptFailed('address_refused');
  return found;
}

/**
 * Answers every look-up of a connection with the addresses that were checked, so that a name which resolves to another
 * one a moment later cannot lead there.
 */
function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error(`${host} has no address`), []);
    else if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

const TLS_ERROR = /CERT|SSL|TLS|SIGNED|SIGNATURE|EPROTO/;

function failureOf(error: unknown, signal: AbortSignal): DeliveryFailure {
  if (error instanceof AttemptFailed) return error.failure;
  if (signal.aborted) return 'timed_out';
  // What a socket, TLS or the parser of an answer throws carries a code; anything else is a mistake of ours.
  if (!(error instanceof Error && 'code' in error)) throw error;
  const code = String(error.code);
  if (code.startsWith('HPE_')) return 'answer_malformed';
  return TLS_ERROR.test(code) ? 'tls_failed' : 'connection_failed';
}

/** Reads the answer to its end, or as much of it as ANSWER_MAX_BYTES. */
async function readBody(answer: IncomingMessage): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = answer;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= ANSWER_MAX_BYTES) break;
  }
  return Buffer.concat(read).subarray(0, ANSWER_MAX_BYTES).toString();
}

/** What a receiver answered. */
interface Answer {
  readonly status: number;
  readonly answer: string;
}

/**
 * Posts the message and returns the answer. Settles on every event that ends a connection: an answer, a
 * switch to another protocol, an error, and a close without any of those.
 */
function post(url: URL, { headers, body }: Message, options: RequestOptions): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
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
  let interimAnswers = 0;
  request.on('information', () => {
    interimAnswers += 1;
    if (interimAnswers > INTERIM_ANSWERS_MAX) request.destroy(new AttemptFailed('answer_malformed'));
  });
  const closed = () => reject(new AttemptFailed('connection_failed'));
  request.on('response', (answer) => {
    // From here on the answer's own end or error settles.
    request.off('close', closed);
    readBody(answer).then((body) => resolve({ status: answer.statusCode ?? 0, answer: body }), reject);
  });
  // On a protocol upgrade Node detaches the socket, so neither the request nor its signal can close it any more.
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, answer: '' });
  });
  request.on('error', reject);
  request.on('close', closed);
  request.end(body);
  return promise.finally(() => request.destroy());
}

/** Returns the result of a promise, or fails when the signal comes first. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AttemptFailed('timed_out'));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Sends a message once. Resolves the name once, checks all its addresses, and connects only to a checked address.
 * Follows no redirect. Never rejects because of what a receiver does.
 */
export async function sendMessage(message: Message, options: SenderOptions): Promise<AttemptOutcome> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  const signal = AbortSignal.timeout(options.timeoutMs ?? ATTEMPT_MAX_MS);
  try {
    const url = new URL(message.url);
    const addresses = await before(signal, addressesOf(hostOf(url), options));
    const connection = { lookup: pinnedTo(addresses), agent: false as const, signal, ca: options.ca };
    const { status, answer } = await before(signal, post(url, message, connection));
    return { status, durationMs: durationMs(), ...(options.keepsAnswer === true ? { answer } : {}) };
  } catch (error) {
    return { failure: failureOf(error, signal), durationMs: durationMs() };
  }
}
