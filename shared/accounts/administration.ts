import {
  type ListPosition,
  nextPageCursor,
  numberOfCursor,
  pageOfList,
} from '../platform/contract/cursor.ts';
import { buildPagination } from '../platform/contract/envelope.ts';
import { ApiError, invalidRequestError } from '../platform/contract/errors.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { batchGet } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readPage } from '../platform/dynamodb/numbered-list.ts';
import { formatSequence, ITEMS } from '../platform/dynamodb/table.ts';
import type { Principal, Reply } from '../platform/request.ts';
import type { listUsersRoute } from './contract/list-users.ts';
import type { AdminUser } from './contract/responses.ts';
import { type Accounts, limitsOf } from './credentials.ts';
import { findUserIds, SEARCH_CHARACTERS_MIN, toSearchText } from './store/user-search.ts';
import { type UserItem, userItemSchema, userListName } from './store/users.ts';
import { updateUser } from './users.ts';

export type UserQuery = AppliedQuery<
  typeof listUsersRoute,
  'plan' | 'role' | 'search' | 'sort' | 'order' | 'after'
>;

/** Maximum number of results of a search. A search with more results is rejected. */
const SEARCH_RESULTS_MAX = 100;

function toAdminUser(user: UserItem): AdminUser {
  const { requestsPerMinute, burst } = limitsOf(user);
  return {
    id: user.id,
    wallet_address: user.wallet_address ?? null,
    wallet_chain_id: user.wallet_chain_id ?? null,
    name: user.name ?? null,
    role: user.role,
    plan: user.plan,
    limits: { requests_per_minute: requestsPerMinute, burst },
    api_keys: user.api_key_count,
    suspended_at: user.suspended_at ?? null,
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}

/** Returns the users in the order of the ids. */
async function readUsers(table: Table, ids: readonly string[]): Promise<UserItem[]> {
  const keys = ids.map((userId) => ITEMS.user.key({ userId }));
  const items = (await batchGet(table, keys, { consistent: true })).map((item) => userItemSchema.parse(item));
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function rejectSearch(message: string): never {
  throw invalidRequestError([{ path: 'query.search', message }]);
}

async function searchUsers(table: Table, text: string, { plan, role }: UserQuery): Promise<UserItem[]> {
  const searchText = toSearchText(text);
  if (searchText === undefined) {
    rejectSearch(
      `must be the start of a user id (usr_) or of a wallet address (0x), with at least ${SEARCH_CHARACTERS_MIN} characters after usr_ or 0x`,
    );
  }
  const ids = await findUserIds(table, searchText, SEARCH_RESULTS_MAX + 1);
  if (ids.length > SEARCH_RESULTS_MAX) {
    rejectSearch(`matches more than ${SEARCH_RESULTS_MAX} users; send more characters`);
  }
  return (await readUsers(table, ids)).filter(
    (user) => (plan === undefined || user.plan === plan) && (role === undefined || user.role === role),
  );
}

const listPositionOf = ({ number, id }: Pick<UserItem, 'number' | 'id'>): ListPosition => ({
  key: formatSequence(number),
  id,
});

/**
 * Returns one page of users, newest first by default.
 * @throws ApiError invalid_request if the search text is too short, malformed, or matches too many users
 */
export async function listUsers(table: Table, query: UserQuery): Promise<Reply> {
  const { search: text, after } = query;
  if (text !== undefined) {
    const { items, ...page } = pageOfList(
      await searchUsers(table, text, query),
      query,
      listPositionOf,
      query.order,
    );
    return { ...page, data: items.map(toAdminUser) };
  }
  const afterNumber = after === undefined ? undefined : numberOfCursor(after);
  const { entries, total } = await readPage(table, [userListName(query)], { ...query, afterNumber });
  const users = await readUsers(
    table,
    entries.map(({ id }) => id),
  );
  const pagination = buildPagination(total, query, users.length);
  const last = entries.at(-1);
  return {
    data: users.map(toAdminUser),
    pagination,
    meta: { next_after: nextPageCursor(pagination, last && listPositionOf(last)) },
  };
}

/**
 * Suspends or reinstates a user. From the next request, all credentials of a suspended user are rejected.
 * @throws ApiError user_not_found; forbidden if administrators try to suspend their own account, because they
 * could not reinstate it through the API
 */
export async function setUserStatus(
  accountsContext: Accounts,
  { userId }: Principal,
  id: string,
  { status, reason }: { readonly status: 'active' | 'suspended'; readonly reason?: string | undefined },
  now: Date,
): Promise<AdminUser> {
  if (id === userId)
    throw new ApiError('forbidden', {
      message: 'You cannot suspend your own account. Ask another administrator.',
    });
  const user = await updateUser(accountsContext, id, { suspended: status === 'suspended', reason }, now);
  if (user === undefined) throw new ApiError('user_not_found');
  return toAdminUser(user);
}
