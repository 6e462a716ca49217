import { endpoint } from '../../shared/http/endpoint.ts';
import { chainsRoute } from '../../shared/market/contract/lookups/chains.ts';
import { listMarketChains } from '../../shared/market/lookups.ts';

export const handler = endpoint(chainsRoute, ({ query }, context) => listMarketChains(query, context));
