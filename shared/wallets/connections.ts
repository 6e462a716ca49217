import type { CursorRequest } from '../platform/contract/cursor.ts';
import { ApiError, invalidRequestError } from '../platform/contract/errors.ts';
import { toChecksummedIfValid } from '../platform/domain/ethereum.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { countEntries } from '../platform/dynamodb/numbered-list.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from './contract/connection.ts';
import type { WalletConnection } from './contract/responses.ts';
import { type ConnectionActor, findAllowedStatuses } from './domain/connection.ts';
import { type ConnectionFilter, connectionListNamesOf } from './store/connection-lists.ts';
import { readConnectionPage } from './store/connection-pages.ts';
import {
  type ConnectionEvent,
  type ConnectionItem,
  getConnection,
  replaceConnection,
} from './store/connections.ts';

/** The caller, time, IP address and id of a request, for the audit trail. */
export type AuditedCaller = Pick<RequestContext, 'now' | 'requestId' | 'sourceIp'> & {
  readonly principal: Principal;
};

/** Retry policy for a change that conflicts with a concurrent change. */
export const CHANGE_RETRY_POLICY = { attempts: 8 };

/** Returns a connection in the form that its owner sees. */
export function toConnectionView(item: ConnectionItem): WalletConnection {
  const request = item.removal_request;
  return {
    id: item.id,
    provider: item.provider,
    walletAddress: item.wallet_address,
    userId: item.user_id,
    status: item.status,
    removalRequest:
      request === null ? null : { id: request.id, reason: request.reason, requestedAt: request.requested_at },
    provenAt: item.proven?.at ?? null,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
  };
}

/**
 * Returns the address in EIP-55 form.
 *
 * @throws ApiError invalid_request with `path`, if the letter case does not match the checksum
 */
export function requireAddress(address: string, path: string): string {
  const eip55Address = toChecksummedIfValid(address);
  if (eip55Address !== undefined) return eip55Address;
  const message = 'is an address with a wrong EIP-55 checksum; correct the address, or send it in lower case';
  throw invalidRequestError([{ path, message }]);
}

export function buildConnectionEvent(
  { principal, now, requestId }: AuditedCaller,
  change: Pick<ConnectionEvent, 'number' | 'from' | 'to' | 'note'>,
): ConnectionEvent {
  return {
    ...change,
    at: now.toISOString(),
    actor_id: principal.userId,
    actor_role: principal.role,
    credential_id: principal.credentialId,
    request_id: requestId,
  };
}

/** Returns one page of the matching connections, each converted by `view`. */
export async function listConnections<T>(
  table: Table,
  filter: ConnectionFilter,
  query: CursorRequest,
  view: (item: ConnectionItem) => T,
): Promise<Reply> {
  const { items, ...page } = await readConnectionPage(table, filter, query);
  return { ...page, data: items.map(view) };
}

export interface ConnectionChange {
  readonly actor: ConnectionActor;
  readonly to: ConnectionStatus;
  readonly note: string | null;
  /** Returns the fields that the change sets, in addition to the status. */
  readonly fields: (at: string) => Partial<ConnectionItem>;
  /** Returns whether the actor may know that the connection exists. */
  readonly isVisible: (item: ConnectionItem) => boolean;
  /** Returns additional writes for the DynamoDB transaction that changes the connection. */
  readonly additionalWritesOf?: (next: ConnectionItem) => Promise<readonly Write[]>;
}

/**
 * Changes the status of a connection. The rules for status changes are checked against the status at the time of
 * the write.
 *
 * @throws ApiError wallet_connection_not_found if the connection is missing or the actor may not see it;
 * invalid_transition
 */
export function changeConnection(
  table: Table,
  id: string,
  change: ConnectionChange,
  caller: AuditedCaller,
): Promise<ConnectionItem> {
  const { actor, to, note } = change;
  return retry(CHANGE_RETRY_POLICY, async () => {
    const item = await getConnection(table, id);
    if (item === undefined || !change.isVisible(item)) throw new ApiError('wallet_connection_not_found');
    const allowedStatuses = findAllowedStatuses(actor, item.status);
    if (!allowedStatuses.includes(to)) {
      const advice =
        allowedStatuses.length === 0
          ? 'You cannot change this status.'
          : `You can change this status only to: ${allowedStatuses.join(', ')}.`;
      throw new ApiError('invalid_transition', {
        message: `The status of the wallet connection is ${item.status}. ${advice}`,
        details: { from: item.status, to, allowed: allowedStatuses },
      });
    }
    const at = caller.now.toISOString();
    const changes = item.changes + 1;
    const next = { ...item, ...change.fields(at), status: to, changes, updated_at: at };
    const event = buildConnectionEvent(caller, { number: changes, from: item.status, to, note });
    const additionalWrites = (await change.additionalWritesOf?.(next)) ?? [];
    if (await replaceConnection(table, item, next, event, additionalWrites)) return next;
    throw new RetryableError(`Wallet connection ${id} was changed by others during each try`);
  });
}

/**
 * Returns a connection of an account. The connection may have any status.
 *
 * @throws ApiError wallet_connection_not_found, also for a connection of another account
 */
export async function getOwnConnection(table: Table, owner: string, id: string): Promise<ConnectionItem> {
  const item = await getConnection(table, id);
  if (item === undefined || item.owner !== owner) throw new ApiError('wallet_connection_not_found');
  return item;
}

/** Returns the number of connections that match the filter. */
export function countConnections(table: Table, filter: ConnectionFilter): Promise<number> {
  return countEntries(table, ...connectionListNamesOf(filter));
}

/** Returns the number of an account's connections that are not removed. */
export function countUnremovedConnections(table: Table, owner: string): Promise<number> {
  const live = CONNECTION_STATUSES.filter((status) => status !== 'removed');
  return countEntries(table, ...live.flatMap((status) => connectionListNamesOf({ owner, status })));
}

export { connectionItemSchema, updateConnectionLists } from './store/connections.ts';
