import { endpoint } from '../../shared/http/endpoint.ts';
import { assetsRoute } from '../../shared/market/contract/lookups/assets.ts';
import { listMarketAssets } from '../../shared/market/lookups.ts';

export const handler = endpoint(assetsRoute, ({ query }, context) => listMarketAssets(query, context));
