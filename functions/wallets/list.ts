import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionView, listConnections } from '../../shared/wallets/connections.ts';
import { listRoute } from '../../shared/wallets/contract/list.ts';

export const handler = endpoint(listRoute, ({ query: { page, per_page, after, ...filter } }, context) => {
  const ownFilter = { ...filter, owner: context.principal.userId };
  return listConnections(defaultTable(), ownFilter, { page, per_page, after }, connectionView);
});
