import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '../../platform/contract/credentials.ts';

/** Number of random bytes in a secret. The Standard Webhooks specification requires 24 to 64 bytes. */
export const SECRET_BYTES = 32;

/** Header names of the Standard Webhooks specification. */
const SIGNATURE_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Version of the signature scheme: HMAC-SHA256 with a shared secret. */
const SIGNATURE_VERSION = 'v1';

/** The signed parts of one delivery attempt. */
export interface SignedMessage {
  /** Id of the event. It is the same in every attempt, so that receivers can recognize a repeated event. */
  readonly id: string;
  /** Time of the attempt in epoch seconds. Receivers use it to reject replayed messages. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns a secret as text, in the form that the endpoint's owner gets. */
export function formatWebhookSecret(bytes: Uint8Array): string {
  return WEBHOOK_SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

function signMessage(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `${SIGNATURE_VERSION},${digest}`;
}

/**
 * Returns the signature headers of the Standard Webhooks specification (standardwebhooks.com). They contain
 * one signature per secret, because a receiver may know only one of the two secrets during a rotation.
 */
export function buildSignatureHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Readonly<Record<string, string>> {
  return {
    [SIGNATURE_HEADERS.id]: message.id,
    [SIGNATURE_HEADERS.timestamp]: String(message.timestamp),
    [SIGNATURE_HEADERS.signature]: secrets.map((secret) => signMessage(secret, message)).join(' '),
  };
}
