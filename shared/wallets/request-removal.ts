import type { Table } from '../platform/dynamodb/client.ts';
import { once, type ResponseWritesBuilder } from '../platform/idempotency/idempotency.ts';
import { createId } from '../platform/ids.ts';
import type { Reply, RequestContext } from '../platform/request.ts';
import {
  type AuditedCaller,
  type ConnectionChange,
  changeConnection,
  toConnectionView,
} from './connections.ts';
import { removalRequestRoute } from './contract/removal-request.ts';

/**
 * Requests the removal of one of the caller's active connections.
 *
 * @throws ApiError invalid_transition, or wallet_connection_not_found, also for a connection of another account
 */
export function requestConnectionRemoval(
  table: Table,
  body: { connectionId: string; reason?: string | undefined },
  caller: AuditedCaller & Pick<RequestContext, 'idempotencyKey'>,
): Promise<Reply> {
  const { now, idempotencyKey: key } = caller;
  const ownerId = caller.principal.userId;
  const reason = body.reason ?? null;
  return once(
    table,
    {
      ownerId,
      routeId: removalRequestRoute.id,
      key,
      input: body,
      now,
      status: removalRequestRoute.status,
    },
    async (responseWritesOf: ResponseWritesBuilder) => {
      const id = createId('removalRequest');
      const change: ConnectionChange = {
        actor: 'owner',
        to: 'removal_requested',
        note: reason,
        fields: (at) => ({ removal_request: { id, reason, requested_at: at } }),
        isVisible: (item) => item.owner === ownerId,
        additionalWritesOf: (next) => responseWritesOf({ data: toConnectionView(next) }),
      };
      return { data: toConnectionView(await changeConnection(table, body.connectionId, change, caller)) };
    },
  );
}
