import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { removalRequestRoute } from '../../shared/wallets/contract/removal-request.ts';
import { requestConnectionRemoval } from '../../shared/wallets/request-removal.ts';

export const handler = endpoint(removalRequestRoute, ({ body }, context) =>
  requestConnectionRemoval(defaultTable(), body, context),
);
