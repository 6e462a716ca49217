import { endpoint } from '../../shared/http/endpoint.ts';
import { listRoute } from '../../shared/investments/contract/list.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listRoute, ({ query }, { principal, now }) =>
  listInvestments(defaultTable(), principal.userId, query, now),
);
