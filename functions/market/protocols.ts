import { endpoint } from '../../shared/http/endpoint.ts';
import { protocolsRoute } from '../../shared/market/contract/lookups/protocols.ts';
import { listMarketProtocols } from '../../shared/market/lookups.ts';

export const handler = endpoint(protocolsRoute, ({ query }, context) => listMarketProtocols(query, context));
