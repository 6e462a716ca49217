import { endpoint } from '../../shared/http/endpoint.ts';
import { strategiesInsight } from '../../shared/market/contract/insight.ts';
import { recommendStrategies } from '../../shared/market/recommendations.ts';

export const handler = endpoint(strategiesInsight.recommended, ({ query }, context) =>
  recommendStrategies(query, context),
);
