import { accountOf, applyAccount } from '../access/credentials.ts';
import { type BucketLimits, bucketOf } from '../access/domain/rate-limit.ts';
import { countActiveInvestments } from '../investments/investments.ts';
import type { NewAuditEvent } from '../platform/audit/events.ts';
import type { AuditType } from '../platform/contract/audit.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Plan } from '../platform/contract/plans.ts';
import type { Role } from '../platform/contract/scopes.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAllIds } from '../platform/dynamodb/numbered-list.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import { createId } from '../platform/ids.ts';
import type { Principal } from '../platform/request.ts';
import { countConnections } from '../wallets/connections.ts';
import { type Accounts, limitsOf, recorded } from './credentials.ts';
import { type CountElsewhere, quotasOf } from './quotas.ts';
import {
  changeUser,
  createUser,
  findUserByWallet,
  getUser,
  type PlanChange,
  type UserItem,
  userList,
  type Wallet,
} from './store/users.ts';

export interface UserOptions {
  /** A random id when absent. */
  readonly id?: string;
  readonly walletAddress?: string | undefined;
  /** Of a wallet that is a contract. */
  readonly walletChainId?: number | undefined;
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
  accounts: Accounts,
  options: UserOptions,
  now: Date,
): Promise<UserItem | undefined> {
  const { walletAddress, walletChainId, name, role = 'user', plan = 'free', limits } = options;
  const fields = {
    id: options.id ?? createId('user'),
    ...(walletAddress === undefined ? {} : { wallet_address: walletAddress }),
    ...(walletChainId === undefined ? {} : { wallet_chain_id: walletChainId }),
    ...(name === undefined ? {} : { name }),
    role,
    plan,
    ...(limits === undefined ? {} : { custom_limits: storedLimits(limits) }),
  };
  const event = { type: 'user.created', userId: fields.id, details: { plan, role } } as const;
  return createUser(accounts.table, fields, now, [await recorded(accounts, event, now)]);
}

/** The user of a wallet, created at first sight if `admit` does not throw. */
export async function userOfWallet(
  accounts: Accounts,
  wallet: Wallet,
  now: Date,
  admit: () => Promise<void>,
): Promise<UserItem> {
  const known = await findUserByWallet(accounts.table, wallet);
  if (known !== undefined) return known;
  await admit();
  const options = { walletAddress: wallet.address, walletChainId: wallet.chainId };
  const created = await addUser(accounts, options, now);
  const user = created ?? (await findUserByWallet(accounts.table, wallet));
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
  /** Nothing of theirs works while they are suspended; nothing is deleted. */
  readonly suspended?: boolean | undefined;
  /** Why, for other operators. */
  readonly reason?: string | undefined;
}

const limitsText = ({ custom_limits: limits }: UserItem) =>
  limits === undefined ? null : `${limits.requests_per_minute} a minute, burst ${limits.burst}`;

/** What a change comes to, for the record. */
function changesOf(before: UserItem, after: UserItem, reason: string | undefined): NewAuditEvent[] {
  const why = reason === undefined ? {} : { reason };
  const changes: [AuditType, string | null, string | null][] = [
    ['user.plan_changed', before.plan, after.plan],
    ['user.role_changed', before.role, after.role],
    ['user.limits_changed', limitsText(before), limitsText(after)],
  ];
  const events = changes
    .filter(([, from, to]) => from !== to)
    .map(([type, from, to]) => ({ type, userId: after.id, details: { from, to, ...why } }));
  const [was, is] = [before, after].map(({ suspended_at }) => suspended_at !== undefined);
  if (was === is) return events;
  const type = is === true ? 'user.suspended' : 'user.reinstated';
  return [...events, { type, userId: after.id, details: why }];
}

/**
 * Changes a user and then their account, as the very next request finds it; with other limits its bucket starts full.
 * Gives undefined when there is no such user.
 */
export async function updateUser(
  accounts: Accounts,
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
    ...(change.suspended === undefined ? {} : { suspended_at: change.suspended ? now.toISOString() : null }),
  };
  const { table } = accounts;
  const user = await changeUser(table, userId, stored, now, async (before, after) => {
    const writes: Write[] = [];
    // One after another, as the number that each takes is its place in the lists.
    for (const event of changesOf(before, after, change.reason))
      writes.push(await recorded(accounts, event, now));
    return writes;
  });
  if (user === undefined) return undefined;
  const refills = change.plan !== undefined || change.limits !== undefined;
  await applyAccount(table, accountOf(user), { refills });
  return user;
}

/** Ids of all accounts, oldest first, some at a time. */
export function accountIds(table: Table): AsyncGenerator<string[]> {
  return readAllIds(table, userList({}));
}

/** A user as stored, and their places on the lists of all, for who follows changes. */
export { placeUser, userItem } from './store/users.ts';

/** What a user is shown of themselves. */
export function ownView(user: UserItem) {
  const limits = limitsOf(user);
  return {
    id: user.id,
    wallet_address: user.wallet_address ?? null,
    wallet_chain_id: user.wallet_chain_id ?? null,
    name: user.name ?? null,
    role: user.role,
    plan: user.plan,
    limits: { requests_per_minute: limits.requestsPerMinute, burst: limits.burst },
    created_at: user.created_at,
  };
}

/** The caller's own profile, what their plan has room for, and what their credential may do. */
export async function profile(
  { table }: Accounts,
  principal: Principal,
  countElsewhere: CountElsewhere,
  now: Date,
) {
  const owner = principal.userId;
  const [user, investments, connections] = await Promise.all([
    getUser(table, owner),
    countActiveInvestments(table, owner),
    countConnections(table, { owner, status: 'active' }),
  ]);
  if (user === undefined) throw new ApiError('not_found');
  return {
    ...ownView(user),
    quotas: await quotasOf(table, user, countElsewhere, now),
    counts: { active_investments: investments, active_wallet_connections: connections },
    credential: { id: principal.credentialId, kind: principal.kind, scopes: [...principal.scopes] },
  };
}
