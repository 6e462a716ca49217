import { endpoint } from '../../shared/http/endpoint.ts';
import { performanceRoute } from '../../shared/market/contract/strategies/performance.ts';
import { listStrategyPerformance } from '../../shared/market/performance.ts';

export const handler = endpoint(performanceRoute, ({ query }, context) =>
  listStrategyPerformance(query, context),
);
