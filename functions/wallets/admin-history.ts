import { adminWallets } from '../../shared/accounts/contract/admin.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionHistory } from '../../shared/wallets/administration.ts';

export const handler = endpoint(adminWallets.walletproviderHistory, ({ params, query }) =>
  connectionHistory(defaultTable(), params.id, query),
);
