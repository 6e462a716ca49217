import { adminWallets } from '../../shared/contract/admin.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { connectionHistory } from '../../shared/services/admin-wallets.ts';

export const handler = endpoint(adminWallets.walletproviderHistory, ({ params, query }) =>
  connectionHistory(defaultTable(), params.id, query),
);
