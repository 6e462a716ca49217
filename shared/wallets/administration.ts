import { buildRequestCause } from '../platform/audit/cause.ts';
import { buildAuditWrite } from '../platform/audit/events.ts';
import type { CursorRequest } from '../platform/contract/cursor.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import { type AuditedCaller, changeConnection, toConnectionView } from './connections.ts';
import type { ConnectionStatus } from './contract/connection.ts';
import { readEventPage } from './store/connection-pages.ts';
import { type ConnectionEvent, type ConnectionItem, getConnection } from './store/connections.ts';

/** Returns a connection in the form that administrators see. */
export function adminConnectionView(item: ConnectionItem) {
  return { ...toConnectionView(item), account: item.owner, note: item.note, changes: item.changes };
}

function toConnectionEventView(event: ConnectionEvent) {
  return {
    number: event.number,
    at: event.at,
    actorId: event.actor_id,
    actorRole: event.actor_role,
    credentialId: event.credential_id,
    requestId: event.request_id,
    from: event.from,
    to: event.to,
    note: event.note,
  };
}

/**
 * Changes the status of a connection of any account.
 *
 * @throws ApiError wallet_connection_not_found, invalid_transition
 */
export async function changeConnectionStatus(
  table: Table,
  id: string,
  body: { status: ConnectionStatus; note?: string | undefined },
  caller: AuditedCaller,
): Promise<Reply> {
  const note = body.note ?? null;
  const item = await changeConnection(
    table,
    id,
    {
      actor: 'admin',
      to: body.status,
      note,
      fields: () => ({ note }),
      isVisible: () => true,
      additionalWritesOf: async (next) => [await buildDecisionEventWrite(table, next, caller)],
    },
    caller,
  );
  return { data: adminConnectionView(item) };
}

/**
 * Returns the write of the audit event about an administrator's decision. The event belongs to the account that
 * owns the connection. It does not contain the administrator's note.
 */
function buildDecisionEventWrite(table: Table, { id, owner, status }: ConnectionItem, caller: AuditedCaller) {
  const eventContent = {
    type: 'wallet_connection.decided',
    userId: owner,
    subject: id,
    details: { status },
  } as const;
  return buildAuditWrite(table, buildRequestCause(caller), eventContent, caller.now);
}

/**
 * Returns one page of a connection's audit trail, newest first.
 *
 * @throws ApiError wallet_connection_not_found
 */
export async function readConnectionHistory(table: Table, id: string, query: CursorRequest): Promise<Reply> {
  const item = await getConnection(table, id);
  if (item === undefined) throw new ApiError('wallet_connection_not_found');
  const { items, ...page } = await readEventPage(table, item, query);
  return { ...page, data: items.map(toConnectionEventView) };
}
