import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { getOwnConnection, toConnectionView } from '../../shared/wallets/connections.ts';
import { getRoute } from '../../shared/wallets/contract/get.ts';

export const handler = endpoint(getRoute, async ({ params }, { principal }) => ({
  data: toConnectionView(await getOwnConnection(defaultTable(), principal.userId, params.id)),
}));
