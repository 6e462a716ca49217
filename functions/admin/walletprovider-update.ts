import { adminWallets } from '../../shared/contract/admin.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { decideConnection } from '../../shared/services/admin-wallets.ts';

export const handler = endpoint(adminWallets.walletproviderUpdate, ({ params, body }, context) =>
  decideConnection(defaultTable(), params.id, body, context),
);
