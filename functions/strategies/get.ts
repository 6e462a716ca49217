import { endpoint } from '../../shared/http/endpoint.ts';
import { strategies } from '../../shared/strategies/contract.ts';
import { getStrategy } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(strategies.get, async ({ params }, context) => ({
  data: await getStrategy(params.id, context),
}));
