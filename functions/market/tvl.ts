import { endpoint } from '../../shared/http/endpoint.ts';
import { tvlRoute } from '../../shared/market/contract/tvl.ts';
import { readMarketTvl } from '../../shared/market/tvl.ts';

export const handler = endpoint(tvlRoute, ({ query }, context) => readMarketTvl(query, context));
