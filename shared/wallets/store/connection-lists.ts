import { createHash } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { updateEntries } from '../../platform/dynamodb/numbered-list.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../contract/connection.ts';

/**
 * Selects connections. For each status, the table has a list of all connections, and one for each owner, each user
 * id and each pair of both.
 */
export interface ConnectionFilter {
  readonly owner?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
  readonly userId?: string | undefined;
}

export const ALL_OWNERS = 'ALL';

/**
 * Returns a digest for the name of a list. The name stays stored after the list's entries are deleted, so it must
 * not contain the user id.
 */
const hashUserId = (userId: string) => createHash('sha256').update(userId).digest('base64url');

/**
 * Returns the name of a list of connections. Two different lists never have the same name: the prefix `of=` marks the
 * lists of one owner, and neither the encoded owner nor the digest contains the separator `#`.
 */
function listName({ owner, userId }: Omit<ConnectionFilter, 'status'>, status: ConnectionStatus): string {
  const ownerPart = owner === undefined ? ALL_OWNERS : `of=${encodeURIComponent(owner)}`;
  return `WALLETS#${ownerPart}#${status}${userId === undefined ? '' : `#${hashUserId(userId)}`}`;
}

/**
 * Returns the names of the lists that together contain all connections that match the filter, one for each status.
 */
export function listNamesOf(filter: ConnectionFilter): string[] {
  const statuses = filter.status === undefined ? CONNECTION_STATUSES : [filter.status];
  return statuses.map((each) => listName(filter, each));
}

/** The fields of a connection that determine which lists contain it. */
interface ListedConnection {
  readonly owner: string;
  readonly user_id: string;
  readonly status: ConnectionStatus;
}

/** Returns the names of the lists of one owner that contain a connection. */
function ownListNames({ owner, user_id, status }: ListedConnection) {
  return [user_id, undefined].map((userId) => listName({ owner, userId }, status));
}

/** Returns the names of the lists across all owners that contain a connection. */
export function sharedListNames({ user_id, status }: Pick<ListedConnection, 'user_id' | 'status'>): string[] {
  return [user_id, undefined].map((userId) => listName({ userId }, status));
}

/**
 * Updates a connection in its owner's lists. `currentConnection` is undefined if the connection was erased. The lists of
 * `earlierStates` may still contain it.
 */
export function updateOwnLists(
  table: Table,
  { id, owner_number: ownerNumber }: { readonly id: string; readonly owner_number: number },
  currentConnection: ListedConnection | undefined,
  earlierStates: readonly ListedConnection[],
): Promise<void> {
  return updateEntries(
    table,
    { id, number: ownerNumber },
    currentConnection === undefined ? [] : ownListNames(currentConnection),
    earlierStates.flatMap(ownListNames),
  );
}
