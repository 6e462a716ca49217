import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { readConnectionHistory } from '../../shared/wallets/administration.ts';
import { adminConnectionHistoryRoute } from '../../shared/wallets/contract/admin-history.ts';

export const handler = endpoint(adminConnectionHistoryRoute, ({ params, query }) =>
  readConnectionHistory(defaultTable(), params.id, query),
);
