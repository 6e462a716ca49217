import { endpoint } from '../../shared/http/endpoint.ts';
import { getRoute } from '../../shared/strategies/contract/get.ts';
import { getStrategyDetail } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(getRoute, async ({ params }, context) => ({
  data: await getStrategyDetail(params.id, context),
}));
