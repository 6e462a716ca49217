import { endpoint } from '../../shared/http/endpoint.ts';
import { trendsRoute } from '../../shared/market/contract/trends.ts';
import { marketTrends } from '../../shared/market/trends.ts';

export const handler = endpoint(trendsRoute, ({ query }, context) => marketTrends(query, context));
