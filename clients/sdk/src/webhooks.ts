import type { WebhookEvent } from './generated/types.ts';

/** The event that `POST /webhooks/{id}/test` sends. The lists of events do not contain it. */
export interface WebhookTestEvent {
  readonly id: string;
  readonly type: 'webhook.test';
  readonly sequence: 0;
  readonly created_at: string;
  readonly account: string;
  readonly data: {
    readonly webhook_id: string;
    /** Challenge text. An endpoint that is not verified yet must return `{ challenge }` with this text. */
    readonly challenge?: string;
  };
}

export interface VerifyOptions {
  /** Maximum difference in seconds between the delivery's timestamp and the current time. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Current time in epoch milliseconds. Default: the system's clock. */
  readonly nowMs?: number;
}

/** Headers of a `Request` or of Node's `IncomingMessage`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request must be rejected, because its signature is invalid, or its timestamp is too old or too new. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const SECRET_PREFIX = 'whsec_';
const SIGNATURE_VERSION = 'v1';
const TIMESTAMP_TOLERANCE_SECONDS = 300;

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = hasGetMethod(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([headerName]) => headerName.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing`);
  return value;
}

function hasGetMethod(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (error) {
    throw new WebhookVerificationError('A signature or secret is not base64', { cause: error });
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

function importKey(secret: string, keyUsage: 'sign' | 'verify') {
  const bytes = decodeBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  return crypto.subtle.importKey('raw', bytes, HMAC, false, [keyUsage]);
}

/** A signed delivery as the service sends it. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: {
    readonly 'content-type': string;
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
}

/**
 * Signs an event as the service does, for tests of a receiver. Send `body` with `headers` to the receiver.
 *
 * @param nowMs time of the signature in epoch milliseconds; the current time by default
 */
export async function signWebhook(
  event: WebhookEvent | WebhookTestEvent,
  secret: string,
  { nowMs = Date.now() }: Pick<VerifyOptions, 'nowMs'> = {},
): Promise<SignedWebhook> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signedContent = new TextEncoder().encode(`${event.id}.${timestamp}.${body}`);
  const signatureBytes = new Uint8Array(
    await crypto.subtle.sign(HMAC, await importKey(secret, 'sign'), signedContent),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `${SIGNATURE_VERSION},${btoa(String.fromCharCode(...signatureBytes))}`,
    },
  };
}

/**
 * Verifies a delivery according to the Standard Webhooks specification and returns its event. The signature must match
 * the secret, and the timestamp must be recent.
 * @param body the raw body; do not parse and serialize it again
 * @throws WebhookVerificationError when the delivery must be rejected; respond with 400
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TIMESTAMP_TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent | WebhookTestEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const timestampSeconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(nowMs / 1_000 - timestampSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The header webhook-timestamp must be within ${toleranceSeconds} seconds of the current time`,
    );
  }
  const signatures = readHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith(`${SIGNATURE_VERSION},`))
    .map((signature) => decodeBase64(signature.slice(SIGNATURE_VERSION.length + 1)));
  const key = await importKey(secret, 'verify');
  const signedContent = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // WebCrypto compares signatures in constant time.
  const verificationResults = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify(HMAC, key, signature, signedContent)),
  );
  if (!verificationResults.includes(true))
    throw new WebhookVerificationError(
      'No signature in webhook-signature matches the secret. Check the secret, and pass the raw body',
    );
  const event: unknown = JSON.parse(body);
  if (!isWebhookEvent(event)) throw new WebhookVerificationError('The body is not an event: it has no type');
  return event;
}

/** A minimal check is enough, because the signature proves that the service sent the event. */
function isWebhookEvent(body: unknown): body is WebhookEvent | WebhookTestEvent {
  return typeof body === 'object' && body !== null && 'type' in body && typeof body.type === 'string';
}
