import { auditLogRoute } from '../../shared/accounts/contract/audit-log.ts';
import { listAuditEvents } from '../../shared/accounts/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(auditLogRoute, ({ query }, { principal }) =>
  listAuditEvents(defaultTable(), principal.userId, query),
);
