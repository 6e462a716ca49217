import { market } from '../../shared/contract/market.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { marketPrices } from '../../shared/services/market/prices.ts';

export const handler = endpoint(market.prices, ({ query }, context) => marketPrices(query, context));
