import { walletprovider } from '../../shared/contract/wallet.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { requestRemoval } from '../../shared/services/wallet.ts';

export const handler = endpoint(walletprovider.removalRequest, ({ body }, context) =>
  requestRemoval(defaultTable(), body, context),
);
