import { strategiesInsight } from '../../shared/contract/strategies-insight.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { recommendStrategies } from '../../shared/services/recommendations.ts';

export const handler = endpoint(strategiesInsight.recommended, ({ query }, context) =>
  recommendStrategies(query, context),
);
