import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionView, listConnections } from '../../shared/wallets/connections.ts';
import { connectionsRoute } from '../../shared/wallets/contract/connections.ts';

export const handler = endpoint(
  connectionsRoute,
  ({ query: { page, per_page, after, ...filter } }, context) => {
    const ownFilter = { ...filter, owner: context.principal.userId };
    return listConnections(defaultTable(), ownFilter, { page, per_page, after }, connectionView);
  },
);
