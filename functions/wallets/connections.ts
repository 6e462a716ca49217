import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionView, listConnections } from '../../shared/wallets/connections.ts';
import { wallet } from '../../shared/wallets/contract.ts';

export const handler = endpoint(wallet.connections, ({ query: { page, per_page, ...filter } }, context) => {
  const ownFilter = { ...filter, owner: context.principal.userId };
  return listConnections(defaultTable(), ownFilter, { page, per_page }, connectionView);
});
