import { endpoint } from '../../shared/http/endpoint.ts';
import { marketLookups } from '../../shared/market/contract/lookups.ts';
import { marketProtocols } from '../../shared/market/lookups.ts';

export const handler = endpoint(marketLookups.protocols, ({ query }, context) =>
  marketProtocols(query, context),
);
