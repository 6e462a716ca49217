import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionView, listConnections } from '../../shared/wallets/connections.ts';
import { walletprovider } from '../../shared/wallets/contract.ts';

export const handler = endpoint(walletprovider.list, ({ query: { page, per_page, ...filter } }, context) => {
  const ownFilter = { ...filter, owner: context.principal.userId };
  return listConnections(defaultTable(), ownFilter, { page, per_page }, connectionView);
});
