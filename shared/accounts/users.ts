import { accountOf, applyAccount } from '../access/credentials.ts';
import { type BucketLimits, bucketOf } from '../access/domain/rate-limit.ts';
import { countActiveInvestments } from '../investments/investments.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Plan } from '../platform/contract/plans.ts';
import type { Role } from '../platform/contract/scopes.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { allIds } from '../platform/dynamodb/numbered-list.ts';
import { createId } from '../platform/ids.ts';
import type { Principal } from '../platform/request.ts';
import { countConnections } from '../wallets/connections.ts';
import { type Accounts, limitsOf } from './credentials.ts';
import {
  changeUser,
  createUser,
  findUserByWallet,
  getUser,
  type PlanChange,
  type UserItem,
  userList,
} from './store/users.ts';

export interface UserOptions {
  /** A random id when absent. */
  readonly id?: string;
  readonly walletAddress?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role;
  readonly plan?: Plan;
  /** Enterprise only. */
  readonly limits?: BucketLimits | undefined;
}

const storedLimits = ({ requestsPerMinute, burst }: BucketLimits) => ({
  requests_per_minute: requestsPerMinute,
  burst,
});

/** Creates a user; undefined when the wallet (EIP-55 form) belongs to one already, or the id is taken. */
export async function addUser(
  { table }: Accounts,
  options: UserOptions,
  now: Date,
): Promise<UserItem | undefined> {
  const { walletAddress, name, role = 'user', plan = 'free', limits } = options;
  const fields = {
    id: options.id ?? createId('user'),
    ...(walletAddress === undefined ? {} : { wallet_address: walletAddress }),
    ...(name === undefined ? {} : { name }),
    role,
    plan,
    ...(limits === undefined ? {} : { custom_limits: storedLimits(limits) }),
  };
  return createUser(table, fields, now);
}

/** The user of a wallet (EIP-55 form), created at first sight. */
export async function userOfWallet(accounts: Accounts, address: string, now: Date): Promise<UserItem> {
  const known = await findUserByWallet(accounts.table, address);
  if (known !== undefined) return known;
  const created = await addUser(accounts, { walletAddress: address }, now);
  const user = created ?? (await findUserByWallet(accounts.table, address));
  if (user === undefined) throw new Error('A wallet has an entry without a user');
  return user;
}

/** The user behind a credential that was just accepted. */
export async function requireUser({ table }: Accounts, userId: string): Promise<UserItem> {
  const user = await getUser(table, userId);
  if (user === undefined) throw new Error(`The credential's user ${userId} does not exist`);
  return user;
}

export interface UserChange {
  readonly plan?: Plan | undefined;
  readonly role?: Role | undefined;
  /** A customer's own limits; null goes back to the plan's. */
  readonly limits?: BucketLimits | null | undefined;
}

/**
 * Changes a user and then their account, as the very next request finds it; with other limits its bucket starts full.
 * Gives undefined when there is no such user.
 */
export async function updateUser(
  { table }: Accounts,
  userId: string,
  change: UserChange,
  now: Date,
): Promise<UserItem | undefined> {
  if (change.limits) bucketOf(change.limits);
  const stored: PlanChange = {
    ...(change.plan === undefined ? {} : { plan: change.plan }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.limits === undefined
      ? {}
      : { custom_limits: change.limits === null ? null : storedLimits(change.limits) }),
  };
  const user = await changeUser(table, userId, stored, now);
  if (user === undefined) return undefined;
  const refills = change.plan !== undefined || change.limits !== undefined;
  await applyAccount(table, accountOf(user), { refills });
  return user;
}

/** Ids of all accounts, oldest first, some at a time. */
export function accountIds(table: Table): AsyncGenerator<string[]> {
  return allIds(table, userList({}));
}

/** A user as stored, and their places on the lists of all, for who follows changes. */
export { placeUser, userItem } from './store/users.ts';

/** What a user is shown of themselves. */
export function userView(user: UserItem) {
  const limits = limitsOf(user);
  return {
    id: user.id,
    wallet_address: user.wallet_address ?? null,
    name: user.name ?? null,
    role: user.role,
    plan: {
      name: user.plan,
      requests_per_minute: limits.requestsPerMinute,
      burst: limits.burst,
      max_api_keys: limits.maxApiKeys,
      max_sessions: limits.maxSessions,
      max_wallet_connections: limits.maxWalletConnections,
    },
    created_at: user.created_at,
  };
}

/** The caller's own profile, and what their credential may do. */
export async function profile({ table }: Accounts, principal: Principal, now: Date) {
  const owner = principal.userId;
  const [user, investments, connections] = await Promise.all([
    getUser(table, owner),
    countActiveInvestments(table, owner),
    countConnections(table, { owner, status: 'active' }),
  ]);
  if (user === undefined) throw new ApiError('not_found');
  const sessions = Object.values(user.sessions).filter(
    (session) => session.expires_micros > now.getTime() * 1_000,
  );
  return {
    ...userView(user),
    counts: {
      api_keys: user.api_key_count,
      sessions: sessions.length,
      active_investments: investments,
      active_wallet_connections: connections,
    },
    credential: { id: principal.credentialId, kind: principal.kind, scopes: [...principal.scopes] },
  };
}
