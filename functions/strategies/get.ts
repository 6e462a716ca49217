import { strategies } from '../../shared/contract/strategies.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { getStrategy } from '../../shared/services/strategies.ts';

export const handler = endpoint(strategies.get, async ({ params }, context) => ({
  data: await getStrategy(params.id, context),
}));
