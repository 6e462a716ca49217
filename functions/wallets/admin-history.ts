import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { readConnectionHistory } from '../../shared/wallets/administration.ts';
import { adminHistoryRoute } from '../../shared/wallets/contract/admin-history.ts';

export const handler = endpoint(adminHistoryRoute, ({ params, query }) =>
  readConnectionHistory(defaultTable(), params.id, query),
);
