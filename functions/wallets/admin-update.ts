import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { decideConnection } from '../../shared/wallets/administration.ts';
import { adminUpdateRoute } from '../../shared/wallets/contract/admin-update.ts';

export const handler = endpoint(adminUpdateRoute, ({ params, body }, context) =>
  decideConnection(defaultTable(), params.id, body, context),
);
