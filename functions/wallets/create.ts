import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectWallet } from '../../shared/wallets/connect-wallet.ts';
import { createRoute } from '../../shared/wallets/contract/create.ts';

export const handler = endpoint(createRoute, ({ body }, context) =>
  connectWallet(defaultTable(), body, context),
);
