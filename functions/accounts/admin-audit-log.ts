import { adminAuditLogRoute } from '../../shared/accounts/contract/admin-audit-log.ts';
import { listAllAuditEvents } from '../../shared/accounts/events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(adminAuditLogRoute, ({ query }) => listAllAuditEvents(defaultTable(), query));
