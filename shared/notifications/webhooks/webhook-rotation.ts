import { type Accounts, recorded } from '../../accounts/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Principal } from '../../platform/request.ts';
import { rotatedSecrets } from '../domain/webhook.ts';
import { changeWebhook } from '../store/webhooks.ts';
import { newSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';
import {
  type Attach,
  requireReadable,
  requireSignInForEvents,
  requireWebhook,
  settingOf,
} from './webhooks.ts';

/**
 * Gives an endpoint a new secret. The previous secret also signs for a day; older ones stop at once.
 *
 * @throws ApiError webhook_not_found; recent_sign_in_required; forbidden where the credential may not read the
 * endpoint's events
 */
export async function rotateWebhookSecret(
  accounts: Accounts,
  principal: Principal,
  id: string,
  now: Date,
  attach: Attach,
) {
  const { table } = accounts;
  const { userId: account } = principal;
  const before = await requireWebhook(table, account, id);
  requireReadable(principal, before.types);
  requireSignInForEvents(principal, before.types, now);
  const secret = await newSecret(table);
  const setting = settingOf(principal);
  const secrets = rotatedSecrets(before.secrets, secret.stored, now.getTime());
  const view = { ...webhookView({ ...before, secrets, ...setting }, now), secret: secret.text };
  const details = { url: before.url };
  const event = { type: 'webhook.secret_rotated', userId: account, subject: id, details } as const;
  const writes = [await recorded(accounts, event, now), ...(await attach(view))];
  const isChanged = await changeWebhook(table, before, { fields: { secrets, ...setting } }, now, writes);
  if (!isChanged) throw new ApiError('webhook_not_found');
  return view;
}
