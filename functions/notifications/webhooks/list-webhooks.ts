import { endpoint } from '../../../shared/http/endpoint.ts';
import { listWebhooksRoute } from '../../../shared/notifications/contract/webhooks/list-webhooks.ts';
import { listWebhooks } from '../../../shared/notifications/webhooks/webhooks.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listWebhooksRoute, ({ query }, { principal, now }) =>
  listWebhooks(defaultTable(), principal, query, now),
);
