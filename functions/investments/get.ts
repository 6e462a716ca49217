import { endpoint } from '../../shared/http/endpoint.ts';
import { getRoute } from '../../shared/investments/contract/get.ts';
import { getInvestment } from '../../shared/investments/investments.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getRoute, ({ params }, { principal, now }) =>
  getInvestment(defaultTable(), principal.userId, params.id, now),
);
