import { endpoint } from '../../shared/http/endpoint.ts';
import { market } from '../../shared/market/contract/market.ts';
import { marketTvl } from '../../shared/market/tvl.ts';

export const handler = endpoint(market.tvl, ({ query }, context) => marketTvl(query, context));
