import { endpoint } from '../../shared/http/endpoint.ts';
import type { AppliedQuery } from '../../shared/platform/contract/route.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { listConnections, toConnectionView } from '../../shared/wallets/connections.ts';
import { listRoute } from '../../shared/wallets/contract/list.ts';

type Query = AppliedQuery<typeof listRoute, 'status' | 'userId' | 'after'>;

export const handler = endpoint(
  listRoute,
  ({ query: { page, per_page, after, ...filter } }: { readonly query: Query }, context) => {
    const accountFilter = { ...filter, owner: context.principal.userId };
    return listConnections(defaultTable(), accountFilter, { page, per_page, after }, toConnectionView);
  },
);
