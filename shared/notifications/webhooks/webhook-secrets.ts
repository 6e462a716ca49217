import { randomBytes } from 'node:crypto';
import { createSealFor } from '../../accounts/seal.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { findSigningSecrets } from '../domain/webhook.ts';
import { formatWebhookSecret, SECRET_BYTES } from '../domain/webhook-signature.ts';
import { readSealingKey } from '../store/sealing-key.ts';
import type { SealedSecret, WebhookItem } from '../store/webhooks.ts';

/**
 * Creates a secret. Returns its text, which the owner sees only once, and its encrypted form. A hash is not
 * enough, because the service signs deliveries with the secret.
 */
export async function createWebhookSecret(
  table: Table,
): Promise<{ readonly text: string; readonly stored: SealedSecret }> {
  const text = formatWebhookSecret(randomBytes(SECRET_BYTES));
  const seal = createSealFor(await readSealingKey(table));
  return { text, stored: { sealed: await seal.seal(text) } };
}

/** Returns the decrypted secrets that sign an endpoint's deliveries at the time `nowMs`, newest first. */
export async function decryptSigningSecrets(
  table: Table,
  { secrets }: Pick<WebhookItem, 'secrets'>,
  nowMs: number,
): Promise<string[]> {
  const seal = createSealFor(await readSealingKey(table));
  return Promise.all(findSigningSecrets(secrets, nowMs).map(({ sealed }) => seal.open(sealed)));
}
