import { ApiError } from '../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { once } from '../platform/idempotency/idempotency.ts';
import { createId } from '../platform/ids.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import {
  type AuditedCaller,
  buildConnectionEvent,
  countUnremovedConnections,
  requireAddress,
  toConnectionView,
} from './connections.ts';
import { createConnectionRoute } from './contract/create.ts';
import { type ConnectionItem, insertConnection, takeConnectionNumbers } from './store/connections.ts';

/**
 * The number of connections is updated a few seconds late, so concurrent requests can exceed the quota slightly.
 */
async function requireConnectionQuota(table: Table, { userId, plan }: Principal): Promise<void> {
  const { maxWalletConnections: max } = PLAN_LIMITS[plan];
  if ((await countUnremovedConnections(table, userId)) < max) return;
  throw new ApiError('wallet_connection_limit_reached', {
    message: `Wallet connection limit reached: the ${plan} plan allows ${max} connections. Request the removal of a connection with POST /api/walletprovider/removal-request.`,
    details: { max_wallet_connections: max },
  });
}

/**
 * Connects a wallet for one of the account's end users. Each pair of wallet and end user can have only one
 * connection at a time.
 *
 * @throws ApiError wallet_already_connected if the pair has a connection that is not removed;
 * wallet_connection_limit_reached
 */
export function connectWallet(
  table: Table,
  body: { walletAddress: string; userId: string },
  caller: AuditedCaller & Pick<RequestContext, 'idempotencyKey'>,
): Promise<Reply> {
  const input = { ...body, walletAddress: requireAddress(body.walletAddress, 'body.walletAddress') };
  const { now, idempotencyKey: key } = caller;
  const ownerId = caller.principal.userId;
  return once(
    table,
    { ownerId, routeId: createConnectionRoute.id, key, input, now, status: createConnectionRoute.status },
    async (responseWritesOf) => {
      await requireConnectionQuota(table, caller.principal);
      const at = now.toISOString();
      const connection: ConnectionItem = {
        id: createId('walletConnection'),
        owner: ownerId,
        provider: 'walletprovider',
        wallet_address: input.walletAddress,
        user_id: input.userId,
        status: 'active',
        removal_request: null,
        note: null,
        changes: 1,
        ...(await takeConnectionNumbers(table, ownerId)),
        created_at: at,
        updated_at: at,
      };
      const reply = { data: toConnectionView(connection) };
      const event = buildConnectionEvent(caller, { number: 1, from: null, to: 'active', note: null });
      const insertResult = await insertConnection(table, connection, event, await responseWritesOf(reply));
      if (insertResult === 'pair_taken') throw new ApiError('wallet_already_connected');
      return reply;
    },
  );
}
