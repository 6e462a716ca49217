import { endpoint } from '../../shared/http/endpoint.ts';
import { investments } from '../../shared/investments/contract.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(investments.list, ({ query }, { principal, now }) =>
  listInvestments(defaultTable(), principal.userId, query, now),
);
