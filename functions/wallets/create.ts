import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectWallet } from '../../shared/wallets/connections.ts';
import { walletprovider } from '../../shared/wallets/contract.ts';

export const handler = endpoint(walletprovider.create, ({ body }, context) =>
  connectWallet(defaultTable(), body, context),
);
