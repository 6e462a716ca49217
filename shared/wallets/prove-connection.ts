import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import { type AuditedCaller, buildConnectionEvent, CHANGE_RETRIES, connectionView } from './connections.ts';
import type { WalletConnection } from './contract/responses.ts';
import { type ConnectionItem, getConnection, replaceConnection } from './store/connections.ts';

/**
 * Returns one of the caller's connections that is not removed.
 *
 * @throws ApiError wallet_connection_not_found, also for a connection of another account
 */
export async function requireOwnConnection(
  table: Table,
  id: string,
  { principal }: Pick<AuditedCaller, 'principal'>,
): Promise<ConnectionItem> {
  const item = await getConnection(table, id);
  if (item === undefined || item.owner !== principal.userId || item.status === 'removed') {
    throw new ApiError('wallet_connection_not_found');
  }
  return item;
}

/**
 * Returns the connection with this id and this wallet (EIP-55 form). Any account may own it. The same error
 * is thrown if the id is unknown, the wallet differs or the connection is removed. Therefore a caller must
 * know the id and the wallet to learn that a connection exists.
 *
 * @throws ApiError wallet_connection_not_found
 */
export async function requireConnectionOf(
  table: Table,
  id: string,
  address: string,
): Promise<ConnectionItem> {
  const item = await getConnection(table, id);
  if (item === undefined || item.wallet_address !== address || item.status === 'removed') {
    throw new ApiError('wallet_connection_not_found');
  }
  return item;
}

/**
 * Records that the caller has proven control of a connection's wallet. For a contract wallet, the chain is
 * recorded too. The status of the connection does not change. The audit trail contains the proof.
 *
 * @throws ApiError wallet_connection_not_found
 */
export function markProven(
  table: Table,
  id: string,
  chainId: number | null,
  caller: AuditedCaller,
): Promise<WalletConnection> {
  return retry(CHANGE_RETRIES, async () => {
    const item = await requireOwnConnection(table, id, caller);
    const at = caller.now.toISOString();
    const changes = item.changes + 1;
    const next = { ...item, changes, proven: { at, chain_id: chainId }, updated_at: at };
    const { status } = item;
    const event = buildConnectionEvent(caller, { number: changes, from: status, to: status, note: 'proven' });
    if (await replaceConnection(table, item, next, event)) return connectionView(next);
    throw new RetryableError(`Wallet connection ${id} was changed by others during each try`);
  });
}
