import { endpoint } from '../../shared/http/endpoint.ts';
import { marketLookups } from '../../shared/market/contract/lookups.ts';
import { marketAssets } from '../../shared/market/lookups.ts';

export const handler = endpoint(marketLookups.assets, ({ query }, context) => marketAssets(query, context));
