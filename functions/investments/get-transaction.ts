import { endpoint } from '../../shared/http/endpoint.ts';
import { getTransactionRoute } from '../../shared/investments/contract/get-transaction.ts';
import { getIntent } from '../../shared/investments/intents.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getTransactionRoute, ({ params }, { principal }) =>
  getIntent(defaultTable(), principal.userId, params.id),
);
