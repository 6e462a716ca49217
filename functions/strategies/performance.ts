import { strategiesInsight } from '../../shared/contract/strategies-insight.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { strategyPerformance } from '../../shared/services/performance.ts';

export const handler = endpoint(strategiesInsight.performance, ({ query }, context) =>
  strategyPerformance(query, context),
);
