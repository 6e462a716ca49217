import { endpoint } from '../../shared/http/endpoint.ts';
import { listEventsRoute } from '../../shared/notifications/contract/list-events.ts';
import { listEvents } from '../../shared/notifications/events.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listEventsRoute, ({ query }, { principal, now }) =>
  listEvents(defaultTable(), principal, query, now),
);
