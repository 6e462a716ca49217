import { walletprovider } from '../../shared/contract/wallet.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { connectionView, listConnections } from '../../shared/services/wallet.ts';

export const handler = endpoint(walletprovider.list, ({ query: { page, per_page, ...filter } }, context) => {
  const ownFilter = { ...filter, owner: context.principal.userId };
  return listConnections(defaultTable(), ownFilter, { page, per_page }, connectionView);
});
