import { endpoint } from '../../shared/http/endpoint.ts';
import { market } from '../../shared/market/contract/market.ts';
import { marketTrends } from '../../shared/market/trends.ts';

export const handler = endpoint(market.trends, ({ query }, context) => marketTrends(query, context));
