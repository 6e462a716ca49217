import { endpoint } from '../../shared/http/endpoint.ts';
import type { AppliedQuery } from '../../shared/platform/contract/route.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { adminConnectionView } from '../../shared/wallets/administration.ts';
import { listConnections } from '../../shared/wallets/connections.ts';
import { adminListConnectionsRoute } from '../../shared/wallets/contract/admin-list.ts';

type Query = AppliedQuery<typeof adminListConnectionsRoute, 'account' | 'status' | 'userId' | 'after'>;

export const handler = endpoint(
  adminListConnectionsRoute,
  ({ query: { page, per_page, after, account: owner, ...filter } }: { readonly query: Query }) =>
    listConnections(defaultTable(), { ...filter, owner }, { page, per_page, after }, adminConnectionView),
);
