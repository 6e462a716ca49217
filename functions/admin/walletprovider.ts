import { adminWallets } from '../../shared/contract/admin.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { administeredView } from '../../shared/services/admin-wallets.ts';
import { listConnections } from '../../shared/services/wallet.ts';

export const handler = endpoint(adminWallets.walletprovider, ({ query: { page, per_page, ...filter } }) =>
  listConnections(defaultTable(), filter, { page, per_page }, administeredView),
);
