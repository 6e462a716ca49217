import { randomBytes } from 'node:crypto';
import { sealFor } from '../../accounts/seal.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { signingSecrets } from '../domain/webhook.ts';
import { SECRET_BYTES, secretText } from '../domain/webhook-signature.ts';
import { sealingKey } from '../store/sealing-key.ts';
import type { SealedSecret, WebhookItem } from '../store/webhooks.ts';

/**
 * A new secret: its text, to be shown once, and its encrypted form for storage. Deliveries must be signed with it, so a
 * hash would not do.
 */
export async function newSecret(
  table: Table,
): Promise<{ readonly text: string; readonly stored: SealedSecret }> {
  const text = secretText(randomBytes(SECRET_BYTES));
  const seal = sealFor(await sealingKey(table));
  return { text, stored: { sealed: await seal.seal(text) } };
}

/** The secrets that an endpoint's deliveries are signed with at a moment, newest first. */
export async function openSecrets(
  table: Table,
  { secrets }: Pick<WebhookItem, 'secrets'>,
  nowMs: number,
): Promise<string[]> {
  const seal = sealFor(await sealingKey(table));
  return Promise.all(signingSecrets(secrets, nowMs).map(({ sealed }) => seal.open(sealed)));
}
