import { endpoint } from '../../shared/http/endpoint.ts';
import { recommendedRoute } from '../../shared/market/contract/strategies/recommended.ts';
import { recommendStrategies } from '../../shared/market/recommendations/recommendations.ts';

export const handler = endpoint(recommendedRoute, ({ query }, context) =>
  recommendStrategies(query, context),
);
