import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '../../platform/contract/credentials.ts';

/** Random bytes of a secret: the specification asks for 24 to 64. */
export const SECRET_BYTES = 32;

/** The headers of a signed message, as Standard Webhooks names them. */
const SIGNATURE_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** The version of the scheme that HMAC-SHA256 with a shared secret is. */
const VERSION = 'v1';

/** One attempt to deliver a message. */
export interface SignedMessage {
  /** The same in every attempt: receivers know a repeat by it. */
  readonly id: string;
  /** The time of the attempt in epoch seconds. Receivers use it to reject replayed messages. */
  readonly timestamp: number;
  readonly body: string;
}

/** A secret as its owner is shown it. */
export function secretText(bytes: Uint8Array): string {
  return WEBHOOK_SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

function signature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `${VERSION},${digest}`;
}

/**
 * The headers that sign a message by the Standard Webhooks specification (standardwebhooks.com), once for each secret.
 * During a rotation a receiver may know either secret.
 */
export function signatureHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Readonly<Record<string, string>> {
  return {
    [SIGNATURE_HEADERS.id]: message.id,
    [SIGNATURE_HEADERS.timestamp]: String(message.timestamp),
    [SIGNATURE_HEADERS.signature]: secrets.map((secret) => signature(secret, message)).join(' '),
  };
}
