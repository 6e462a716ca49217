import { reportLeakRoute } from '../../../shared/accounts/contract/keys/report-leak.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { reportLeak } from '../../../shared/accounts/keys/key-changes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { disableWebhooksOfKey } from '../../../shared/notifications/webhooks/webhooks-of-key.ts';

export const handler = endpoint(reportLeakRoute, async ({ body }, context) => {
  await reportLeak(defaultAccountsContext(context), body.key, context.now, disableWebhooksOfKey);
  return { data: { status: 'received' } };
});
