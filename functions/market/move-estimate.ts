import { endpoint } from '../../shared/http/endpoint.ts';
import { moveEstimateRoute } from '../../shared/market/contract/strategies/move-estimate.ts';
import { estimateMove } from '../../shared/market/recommendations/move-estimate.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(moveEstimateRoute, ({ query }, context) =>
  estimateMove(query, { table: defaultTable(), context }),
);
