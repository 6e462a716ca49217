import { endpoint } from '../../shared/http/endpoint.ts';
import { getRoute } from '../../shared/strategies/contract/get.ts';
import { getStrategy } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(getRoute, async ({ params }, context) => ({
  data: await getStrategy(params.id, context),
}));
