import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { connectionView, getOwnConnection } from '../../shared/wallets/connections.ts';
import { getRoute } from '../../shared/wallets/contract/get.ts';

export const handler = endpoint(getRoute, async ({ params }, { principal }) => ({
  data: connectionView(await getOwnConnection(defaultTable(), principal.userId, params.id)),
}));
