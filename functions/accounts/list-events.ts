import { listEventsRoute } from '../../shared/accounts/contract/list-events.ts';
import { listEvents } from '../../shared/accounts/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listEventsRoute, ({ query }, { principal }) =>
  listEvents(defaultTable(), principal.userId, query),
);
