import { adminListEventsRoute } from '../../shared/accounts/contract/admin-list-events.ts';
import { listAllAuditEvents } from '../../shared/accounts/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(adminListEventsRoute, ({ query }) =>
  listAllAuditEvents(defaultTable(), query),
);
