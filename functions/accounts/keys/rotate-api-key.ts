import { answerOnce } from '../../../shared/accounts/answer-once.ts';
import { rotateApiKeyRoute } from '../../../shared/accounts/contract/keys/rotate-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { disableOrphans, handWebhooksOn } from '../../../shared/notifications/webhooks/webhooks-of-key.ts';

export const handler = endpoint(rotateApiKeyRoute, ({ params, body }, context) => {
  const accounts = defaultAccounts(context);
  return answerOnce(accounts, rotateApiKeyRoute, { params, body }, context, async (manager, attach) => {
    const { userId } = context.principal;
    const view = await rotateKey(accounts, userId, manager, params.id, body, context.now, attach);
    const keys = { keyId: params.id, successorId: view.id };
    // After the rotation: an endpoint that a crash leaves with the old key is disabled when that key is revoked.
    await handWebhooksOn(accounts, userId, keys);
    // The key before the old one has ended now, and may have set endpoints during its overlap.
    await disableOrphans(accounts, userId, context.now);
    return view;
  });
});
