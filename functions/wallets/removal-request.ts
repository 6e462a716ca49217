import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { requestRemoval } from '../../shared/wallets/connections.ts';
import { removalRequestRoute } from '../../shared/wallets/contract/removal-request.ts';

export const handler = endpoint(removalRequestRoute, ({ body }, context) =>
  requestRemoval(defaultTable(), body, context),
);
