import { type Accounts, accountAuditWrite } from '../../accounts/credentials.ts';
import type { Principal } from '../../platform/request.ts';
import { rotateSecrets } from '../domain/webhook.ts';
import { buildWebhookChangeWrite } from '../store/webhooks.ts';
import { changeOwnWebhook } from './own-changes.ts';
import { requireSignInForEvents } from './webhook-access.ts';
import { createWebhookSecret } from './webhook-secrets.ts';
import { webhookView } from './webhook-views.ts';
import type { AdditionalWritesOf } from './webhooks.ts';

/**
 * Rotates the secret of an endpoint. The previous secret also signs for one more day. Older secrets stop
 * signing at once.
 *
 * @throws ApiError webhook_not_found; recent_sign_in_required; forbidden if the credential may not read the
 * endpoint's events
 */
export function rotateWebhookSecret(
  accountsContext: Accounts,
  principal: Principal,
  id: string,
  now: Date,
  additionalWritesOf: AdditionalWritesOf,
) {
  const { table } = accountsContext;
  return changeOwnWebhook(table, principal, id, async (webhookBefore) => {
    requireSignInForEvents(principal, webhookBefore.types, now);
    const newSecret = await createWebhookSecret(table);
    const rotatedSecrets = rotateSecrets(webhookBefore.secrets, newSecret.stored, now.getTime());
    const fields = { secrets: rotatedSecrets, updated_at: now.toISOString(), set_by: principal.credentialId };
    const view = { ...webhookView({ ...webhookBefore, ...fields }, now), secret: newSecret.text };
    const details = { url: webhookBefore.url };
    const event = {
      type: 'webhook.secret_rotated',
      userId: principal.userId,
      subject: id,
      details,
    } as const;
    const additionalWrites = [
      await accountAuditWrite(accountsContext, event, now),
      ...(await additionalWritesOf(view)),
    ];
    return { writes: [buildWebhookChangeWrite(webhookBefore, fields), ...additionalWrites], result: view };
  });
}
