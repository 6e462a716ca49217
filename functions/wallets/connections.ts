import { endpoint } from '../../shared/http/endpoint.ts';
import type { AppliedQuery } from '../../shared/platform/contract/route.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { listConnections, toConnectionView } from '../../shared/wallets/connections.ts';
import { connectionsRoute } from '../../shared/wallets/contract/connections.ts';

type Query = AppliedQuery<typeof connectionsRoute, 'status' | 'userId' | 'after'>;

export const handler = endpoint(
  connectionsRoute,
  ({ query: { page, per_page, after, ...filter } }: { readonly query: Query }, context) => {
    const connectionFilter = { ...filter, owner: context.principal.userId };
    return listConnections(defaultTable(), connectionFilter, { page, per_page, after }, toConnectionView);
  },
);
