import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectWallet } from '../../shared/wallets/connect-wallet.ts';
import { createConnectionRoute } from '../../shared/wallets/contract/create.ts';

export const handler = endpoint(createConnectionRoute, ({ body }, context) =>
  connectWallet(defaultTable(), body, context),
);
