import { market } from '../../shared/contract/market.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { marketTvl } from '../../shared/services/market/tvl.ts';

export const handler = endpoint(market.tvl, ({ query }, context) => marketTvl(query, context));
