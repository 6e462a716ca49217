import { adminWallets } from '../../shared/accounts/contract/admin.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { decideConnection } from '../../shared/wallets/administration.ts';

export const handler = endpoint(adminWallets.walletproviderUpdate, ({ params, body }, context) =>
  decideConnection(defaultTable(), params.id, body, context),
);
