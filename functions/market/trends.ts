import { market } from '../../shared/contract/market.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { marketTrends } from '../../shared/services/market/trends.ts';

export const handler = endpoint(market.trends, ({ query }, context) => marketTrends(query, context));
