import { createHash } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { updateEntries } from '../../platform/dynamodb/numbered-list.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../contract/connection.ts';

/**
 * Filter for connections. For each status, there is one list of all connections, and one list for each owner, each
 * user id, and each pair of owner and user id.
 */
export interface ConnectionFilter {
  readonly owner?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
  readonly userId?: string | undefined;
}

export const ALL_OWNERS = 'ALL';

/**
 * Returns a digest that is used instead of the user id in list names. List names stay stored after their
 * entries are deleted, so they must not identify a person.
 */
const hashUserId = (userId: string) => createHash('sha256').update(userId).digest('base64url');

/**
 * Returns the name of a list. Names are unique, because a prefix shows whether the list belongs to one owner, and
 * neither the encoded owner nor the digest contains the separator `#`.
 */
function listName({ owner, userId }: Omit<ConnectionFilter, 'status'>, status: ConnectionStatus): string {
  const ownerPart = owner === undefined ? ALL_OWNERS : `of=${encodeURIComponent(owner)}`;
  return `WALLETS#${ownerPart}#${status}${userId === undefined ? '' : `#${hashUserId(userId)}`}`;
}

/**
 * Returns the lists that together contain all matching connections. There is one list per status, or only one
 * if the filter has a status.
 */
export function listNamesOf(filter: ConnectionFilter): string[] {
  const statuses = filter.status === undefined ? CONNECTION_STATUSES : [filter.status];
  return statuses.map((each) => listName(filter, each));
}

/** The fields of a connection that determine its lists. */
interface ListedConnection {
  readonly owner: string;
  readonly user_id: string;
  readonly status: ConnectionStatus;
}

/** Returns the owner's lists that contain a connection. */
function ownListNames({ owner, user_id, status }: ListedConnection) {
  return [user_id, undefined].map((userId) => listName({ owner, userId }, status));
}

/** Returns the lists of the connections of all owners that contain a connection. */
export function sharedListNames({ user_id, status }: Pick<ListedConnection, 'user_id' | 'status'>): string[] {
  return [user_id, undefined].map((userId) => listName({ userId }, status));
}

/**
 * Updates the entries of a connection in its owner's lists. `current` is its stored state, or undefined if it
 * was erased. The lists of `earlierStates` may still contain the connection.
 */
export function updateOwnLists(
  table: Table,
  { id, owner_number: number }: { readonly id: string; readonly owner_number: number },
  current: ListedConnection | undefined,
  earlierStates: readonly ListedConnection[],
): Promise<void> {
  return updateEntries(
    table,
    { id, number },
    current === undefined ? [] : ownListNames(current),
    earlierStates.flatMap(ownListNames),
  );
}
