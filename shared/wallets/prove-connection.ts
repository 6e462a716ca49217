import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import {
  type AuditedCaller,
  buildConnectionEvent,
  CHANGE_RETRY_POLICY,
  toConnectionView,
} from './connections.ts';
import type { WalletConnection } from './contract/responses.ts';
import { type ConnectionItem, getConnection, replaceConnection } from './store/connections.ts';

/**
 * Returns the caller's connection with this id. A removed connection counts as not found.
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
 * Returns the connection with this id and this wallet (EIP-55 form), of any account.
 * The error is the same for an unknown id, another wallet and a removed connection, so that callers cannot find
 * out which connections exist.
 *
 * @throws ApiError wallet_connection_not_found
 */
export async function requireConnectionOfWallet(
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
 * Records that the caller has proven control of a connection's wallet. `chainId` is the chain of a contract
 * wallet, otherwise null.
 *
 * @throws ApiError wallet_connection_not_found
 */
export function markConnectionProven(
  table: Table,
  id: string,
  chainId: number | null,
  caller: AuditedCaller,
): Promise<WalletConnection> {
  return retry(CHANGE_RETRY_POLICY, async () => {
    const item = await requireOwnConnection(table, id, caller);
    const at = caller.now.toISOString();
    const changes = item.changes + 1;
    const next = { ...item, changes, proven: { at, chain_id: chainId }, updated_at: at };
    const { status } = item;
    const event = buildConnectionEvent(caller, { number: changes, from: status, to: status, note: 'proven' });
    if (await replaceConnection(table, item, next, event)) return toConnectionView(next);
    throw new RetryableError(`Wallet connection ${id} was changed by others during each try`);
  });
}
