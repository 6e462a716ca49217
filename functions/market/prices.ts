import { endpoint } from '../../shared/http/endpoint.ts';
import { pricesRoute } from '../../shared/market/contract/prices.ts';
import { marketPrices } from '../../shared/market/prices/prices.ts';

export const handler = endpoint(pricesRoute, ({ query }, context) => marketPrices(query, context));
