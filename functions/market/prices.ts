import { endpoint } from '../../shared/http/endpoint.ts';
import { pricesRoute } from '../../shared/market/contract/prices.ts';
import { readMarketPrices } from '../../shared/market/prices/prices.ts';

export const handler = endpoint(pricesRoute, ({ query }, context) => readMarketPrices(query, context));
