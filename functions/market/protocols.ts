import { endpoint } from '../../shared/http/endpoint.ts';
import { protocolsRoute } from '../../shared/market/contract/lookups/protocols.ts';
import { marketProtocols } from '../../shared/market/lookups.ts';

export const handler = endpoint(protocolsRoute, ({ query }, context) => marketProtocols(query, context));
