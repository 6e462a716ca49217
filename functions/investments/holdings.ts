import { endpoint } from '../../shared/http/endpoint.ts';
import { holdingsRoute } from '../../shared/investments/contract/holdings.ts';
import { listHoldings } from '../../shared/investments/reports/vault-holdings.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(holdingsRoute, ({ query }, { principal }) =>
  listHoldings(defaultTable(), principal.userId, query),
);
