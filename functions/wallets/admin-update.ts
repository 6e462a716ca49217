import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { changeConnectionStatus } from '../../shared/wallets/administration.ts';
import { adminUpdateConnectionRoute } from '../../shared/wallets/contract/admin-update.ts';

export const handler = endpoint(adminUpdateConnectionRoute, ({ params, body }, context) =>
  changeConnectionStatus(defaultTable(), params.id, body, context),
);
