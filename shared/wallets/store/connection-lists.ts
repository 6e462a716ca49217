import { createHash } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { updateListEntries } from '../../platform/dynamodb/numbered-list.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../contract/connection.ts';

/** Selects connections by the fields that are set. */
export interface ConnectionFilter {
  readonly owner?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
  readonly userId?: string | undefined;
}

export const ALL_OWNERS = 'ALL';

/**
 * Returns a digest of a user id for the name of a list. The name must not contain the id, because list names stay
 * stored after their entries are deleted.
 */
const hashUserId = (userId: string) => createHash('sha256').update(userId).digest('base64url');

/** Returns the name of a list of connections. `of=` distinguishes an owner's list from the list of all owners. */
function connectionListNameOf(
  { owner, userId }: Omit<ConnectionFilter, 'status'>,
  status: ConnectionStatus,
): string {
  const ownerKeyPart = owner === undefined ? ALL_OWNERS : `of=${encodeURIComponent(owner)}`;
  return `WALLETS#${ownerKeyPart}#${status}${userId === undefined ? '' : `#${hashUserId(userId)}`}`;
}

/**
 * Returns the names of the lists that together contain all connections that match the filter, one for each status.
 */
export function connectionListNamesOf(filter: ConnectionFilter): string[] {
  const requestedStatuses = filter.status === undefined ? CONNECTION_STATUSES : [filter.status];
  return requestedStatuses.map((each) => connectionListNameOf(filter, each));
}

/** The fields of a connection that determine which lists contain it. */
interface ListedConnection {
  readonly owner: string;
  readonly user_id: string;
  readonly status: ConnectionStatus;
}

/** Returns the names of the owner's lists that contain a connection. */
function ownerListNamesOf({ owner, user_id, status }: ListedConnection) {
  return [user_id, undefined].map((userId) => connectionListNameOf({ owner, userId }, status));
}

/** Returns the names of the lists that contain a connection and are shared by all owners. */
export function sharedListNamesOf({
  user_id,
  status,
}: Pick<ListedConnection, 'user_id' | 'status'>): string[] {
  return [user_id, undefined].map((userId) => connectionListNameOf({ userId }, status));
}

/**
 * Adds a connection to the owner's lists that match its current state. Removes it from the owner's lists that match
 * only an earlier state. `currentConnection` is undefined if the connection was erased.
 */
export function updateOwnerLists(
  table: Table,
  { id, owner_number: ownerNumber }: { readonly id: string; readonly owner_number: number },
  currentConnection: ListedConnection | undefined,
  earlierConnectionStates: readonly ListedConnection[],
): Promise<void> {
  return updateListEntries(
    table,
    { id, number: ownerNumber },
    currentConnection === undefined ? [] : ownerListNamesOf(currentConnection),
    earlierConnectionStates.flatMap(ownerListNamesOf),
  );
}
