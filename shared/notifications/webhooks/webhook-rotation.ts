import { type Accounts, recorded } from '../../accounts/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Principal } from '../../platform/request.ts';
import { rotatedSecrets } from '../domain/webhook.ts';
import { changeWebhook } from '../store/webhooks.ts';
import { newSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';
import { type Attach, requireWebhook } from './webhooks.ts';

/**
 * Gives an endpoint a new secret. The one before signs along for a day, and the one before that no more.
 *
 * @throws ApiError webhook_not_found
 */
export async function rotateWebhookSecret(
  accounts: Accounts,
  { userId: account }: Principal,
  id: string,
  now: Date,
  attach: Attach,
) {
  const { table } = accounts;
  const before = await requireWebhook(table, account, id);
  const secret = await newSecret(table);
  const secrets = rotatedSecrets(before.secrets, secret.stored, now.getTime());
  const view = { ...webhookView({ ...before, secrets }, now), secret: secret.text };
  const event = { type: 'webhook.secret_rotated', userId: account, subject: id } as const;
  const writes = [await recorded(accounts, event, now), ...(await attach(view))];
  const isChanged = await changeWebhook(table, { account, id }, { fields: { secrets } }, now, writes);
  if (!isChanged) throw new ApiError('webhook_not_found');
  return view;
}
