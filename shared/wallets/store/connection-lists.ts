import { createHash } from 'node:crypto';
import type { Table } from '../../platform/dynamodb/client.ts';
import { updateEntries } from '../../platform/dynamodb/numbered-list.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../contract/connection.ts';

/** What a list of connections is narrowed to. Each combination with a status is a list of its own. */
export interface ConnectionFilter {
  readonly owner?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
  readonly userId?: string | undefined;
}

export const ALL_OWNERS = 'ALL';

/**
 * A digest that replaces a user's id in the names of lists. Lists outlive their entries and must not identify a person.
 */
const digestOf = (userId: string) => createHash('sha256').update(userId).digest('base64url');

/**
 * Two lists never share a name, whatever texts are asked for: an owner is marked as one, and neither it nor the digest of a user id holds the
 * separator.
 */
function listName({ owner, userId }: Omit<ConnectionFilter, 'status'>, status: ConnectionStatus): string {
  const whose = owner === undefined ? ALL_OWNERS : `of=${encodeURIComponent(owner)}`;
  return `WALLETS#${whose}#${status}${userId === undefined ? '' : `#${digestOf(userId)}`}`;
}

/** The lists whose entries together are the connections that match: one for each status, if none is named. */
export function listsOf(filter: ConnectionFilter): string[] {
  const statuses = filter.status === undefined ? CONNECTION_STATUSES : [filter.status];
  return statuses.map((each) => listName(filter, each));
}

/** What of a connection says on which lists it stands. */
interface Listed {
  readonly owner: string;
  readonly user_id: string;
  readonly status: ConnectionStatus;
}

/** The owner's lists on which a connection stands. */
function ownListsOf({ owner, user_id, status }: Listed) {
  return [user_id, undefined].map((userId) => listName({ owner, userId }, status));
}

/** The lists of all owners' connections on which one stands. */
export function sharedListsOf({ user_id, status }: Pick<Listed, 'user_id' | 'status'>): string[] {
  return [user_id, undefined].map((userId) => listName({ userId }, status));
}

/** Puts a connection on its owner's lists; `seen` are states of it that may have put it on others. */
export function placeAmongOwn(
  table: Table,
  { id, owner_number: number }: { readonly id: string; readonly owner_number: number },
  present: Listed | undefined,
  seen: readonly Listed[],
): Promise<void> {
  return updateEntries(
    table,
    { id, number },
    present === undefined ? [] : ownListsOf(present),
    seen.flatMap(ownListsOf),
  );
}
