import { endpoint } from '../../shared/http/endpoint.ts';
import { marketLookups } from '../../shared/market/contract/lookups.ts';
import { marketChains } from '../../shared/market/lookups.ts';

export const handler = endpoint(marketLookups.chains, ({ query }, context) => marketChains(query, context));
