import { walletprovider } from '../../shared/contract/wallet.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { connectWallet } from '../../shared/services/wallet.ts';

export const handler = endpoint(walletprovider.create, ({ body }, context) =>
  connectWallet(defaultTable(), body, context),
);
