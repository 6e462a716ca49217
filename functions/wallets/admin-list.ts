import { adminWallets } from '../../shared/accounts/contract/admin.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { administeredView } from '../../shared/wallets/administration.ts';
import { listConnections } from '../../shared/wallets/connections.ts';

export const handler = endpoint(adminWallets.walletprovider, ({ query: { page, per_page, ...filter } }) =>
  listConnections(defaultTable(), filter, { page, per_page }, administeredView),
);
