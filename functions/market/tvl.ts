import { endpoint } from '../../shared/http/endpoint.ts';
import { tvlRoute } from '../../shared/market/contract/tvl.ts';
import { marketTvl } from '../../shared/market/tvl.ts';

export const handler = endpoint(tvlRoute, ({ query }, context) => marketTvl(query, context));
