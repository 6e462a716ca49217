import { listAuditEventsRoute } from '../../shared/accounts/contract/list-events.ts';
import { listAuditEvents } from '../../shared/accounts/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listAuditEventsRoute, ({ query }, { principal }) =>
  listAuditEvents(defaultTable(), principal.userId, query),
);
