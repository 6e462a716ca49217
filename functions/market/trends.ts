import { endpoint } from '../../shared/http/endpoint.ts';
import { trendsRoute } from '../../shared/market/contract/trends.ts';
import { readMarketTrends } from '../../shared/market/trends.ts';

export const handler = endpoint(trendsRoute, ({ query }, context) => readMarketTrends(query, context));
