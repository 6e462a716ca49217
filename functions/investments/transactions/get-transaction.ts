import { endpoint } from '../../../shared/http/endpoint.ts';
import { getTransactionRoute } from '../../../shared/investments/contract/transactions/get-transaction.ts';
import { getTransaction } from '../../../shared/investments/transactions/get-transaction.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getTransactionRoute, ({ params }, { principal }) =>
  getTransaction(defaultTable(), principal.userId, params.id),
);
