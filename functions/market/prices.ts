import { endpoint } from '../../shared/http/endpoint.ts';
import { market } from '../../shared/market/contract/market.ts';
import { marketPrices } from '../../shared/market/prices.ts';

export const handler = endpoint(market.prices, ({ query }, context) => marketPrices(query, context));
