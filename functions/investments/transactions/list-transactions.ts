import { endpoint } from '../../../shared/http/endpoint.ts';
import { listTransactionsRoute } from '../../../shared/investments/contract/transactions/list-transactions.ts';
import { listTransactions } from '../../../shared/investments/transactions/list-transactions.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listTransactionsRoute, ({ query }, { principal }) =>
  listTransactions(defaultTable(), principal.userId, query),
);
