import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { changeConnectionStatus } from '../../shared/wallets/administration.ts';
import { adminUpdateRoute } from '../../shared/wallets/contract/admin-update.ts';

export const handler = endpoint(adminUpdateRoute, ({ params, body }, context) =>
  changeConnectionStatus(defaultTable(), params.id, body, context),
);
