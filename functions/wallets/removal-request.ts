import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { removalRequestRoute } from '../../shared/wallets/contract/removal-request.ts';
import { requestRemoval } from '../../shared/wallets/request-removal.ts';

export const handler = endpoint(removalRequestRoute, ({ body }, context) =>
  requestRemoval(defaultTable(), body, context),
);
