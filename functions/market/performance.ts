import { endpoint } from '../../shared/http/endpoint.ts';
import { strategiesInsight } from '../../shared/market/contract/insight.ts';
import { strategyPerformance } from '../../shared/market/performance.ts';

export const handler = endpoint(strategiesInsight.performance, ({ query }, context) =>
  strategyPerformance(query, context),
);
