import { type Accounts, recorded } from '../../accounts/credentials.ts';
import type { Principal } from '../../platform/request.ts';
import { rotatedSecrets } from '../domain/webhook.ts';
import { changeWrite } from '../store/webhooks.ts';
import { changeEndpoint } from './own-changes.ts';
import { requireSignInForEvents, settingOf } from './webhook-access.ts';
import { newSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';
import type { Attach } from './webhooks.ts';

/**
 * Gives an endpoint a new secret. The previous secret also signs for a day; older ones stop at once.
 *
 * @throws ApiError webhook_not_found; recent_sign_in_required; forbidden where the credential may not read the
 * endpoint's events
 */
export function rotateWebhookSecret(
  accounts: Accounts,
  principal: Principal,
  id: string,
  now: Date,
  attach: Attach,
) {
  const { table } = accounts;
  return changeEndpoint(table, principal, id, async (before) => {
    requireSignInForEvents(principal, before.types, now);
    const secret = await newSecret(table);
    const secrets = rotatedSecrets(before.secrets, secret.stored, now.getTime());
    const fields = { secrets, updated_at: now.toISOString(), ...settingOf(principal) };
    const view = { ...webhookView({ ...before, ...fields }, now), secret: secret.text };
    const details = { url: before.url };
    const event = {
      type: 'webhook.secret_rotated',
      userId: principal.userId,
      subject: id,
      details,
    } as const;
    const attached = [await recorded(accounts, event, now), ...(await attach(view))];
    return { writes: [changeWrite(before, fields), ...attached], result: view };
  });
}
