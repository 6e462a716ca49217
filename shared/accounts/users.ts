import { accountOf, storeChangedAccount } from '../access/credentials.ts';
import { type BucketLimits, bucketOf } from '../access/domain/rate-limit.ts';
import { countActiveInvestments } from '../investments/investments.ts';
import type { NewAuditEvent } from '../platform/audit/events.ts';
import type { AuditEventType } from '../platform/contract/audit.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Plan } from '../platform/contract/plans.ts';
import type { Role } from '../platform/contract/scopes.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAllIds } from '../platform/dynamodb/numbered-list.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import { createId } from '../platform/ids.ts';
import type { Principal } from '../platform/request.ts';
import { countConnections } from '../wallets/connections.ts';
import { type Accounts, accountAuditWrite, limitsOf } from './credentials.ts';
import { type CountAlertsAndWebhooks, readQuotas } from './quotas.ts';
import {
  changeUser,
  createUser,
  findUserByWallet,
  getUser,
  type StoredUserChange,
  type UserItem,
  userListName,
  type Wallet,
} from './store/users.ts';

export interface UserOptions {
  /** Id of the user. Absent means that a random id is created. */
  readonly id?: string;
  readonly walletAddress?: string | undefined;
  /** EIP-155 id of the chain of a contract wallet. */
  readonly walletChainId?: number | undefined;
  readonly name?: string | undefined;
  readonly role?: Role;
  readonly plan?: Plan;
  /** Custom rate limits. Only accounts on the Enterprise plan can have them. */
  readonly limits?: BucketLimits | undefined;
}

const toStoredLimits = ({ requestsPerMinute, burst }: BucketLimits) => ({
  requests_per_minute: requestsPerMinute,
  burst,
});

/** Creates a user. Returns undefined if the wallet already has a user or the id exists. */
export async function addUser(
  accountsContext: Accounts,
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
    ...(limits === undefined ? {} : { custom_limits: toStoredLimits(limits) }),
  };
  const event = { type: 'user.created', userId: fields.id, details: { plan, role } } as const;
  return createUser(accountsContext.table, fields, now, [
    await accountAuditWrite(accountsContext, event, now),
  ]);
}

/** Returns the user of a wallet. Creates the user if there is none, unless `admitNewUser` throws. */
export async function findOrCreateUser(
  accountsContext: Accounts,
  wallet: Wallet,
  now: Date,
  admitNewUser: () => Promise<void>,
): Promise<UserItem> {
  const existingUser = await findUserByWallet(accountsContext.table, wallet);
  if (existingUser !== undefined) return existingUser;
  await admitNewUser();
  const options = { walletAddress: wallet.address, walletChainId: wallet.chainId };
  const createdUser = await addUser(accountsContext, options, now);
  const user = createdUser ?? (await findUserByWallet(accountsContext.table, wallet));
  if (user === undefined) throw new Error('A wallet has an entry without a user');
  return user;
}

export async function requireUser({ table }: Accounts, userId: string): Promise<UserItem> {
  const user = await getUser(table, userId);
  if (user === undefined) throw new Error(`The credential's user ${userId} does not exist`);
  return user;
}

export interface UserChange {
  readonly plan?: Plan | undefined;
  readonly role?: Role | undefined;
  /** New custom rate limits. Null removes them, so that the limits of the plan apply again. */
  readonly limits?: BucketLimits | null | undefined;
  /** True suspends the user: all credentials are rejected. False reinstates the user. */
  readonly suspended?: boolean | undefined;
  /** Reason for the change. Other operators can read it. */
  readonly reason?: string | undefined;
}

const limitsText = ({ custom_limits: limits }: UserItem) =>
  limits === undefined ? null : `${limits.requests_per_minute} a minute, burst ${limits.burst}`;

function auditEventsOf(
  userBefore: UserItem,
  userAfter: UserItem,
  reason: string | undefined,
): NewAuditEvent[] {
  const reasonDetails = reason === undefined ? {} : { reason };
  const changes: [AuditEventType, string | null, string | null][] = [
    ['user.plan_changed', userBefore.plan, userAfter.plan],
    ['user.role_changed', userBefore.role, userAfter.role],
    ['user.limits_changed', limitsText(userBefore), limitsText(userAfter)],
  ];
  const events = changes
    .filter(([, from, to]) => from !== to)
    .map(([type, from, to]) => ({ type, userId: userAfter.id, details: { from, to, ...reasonDetails } }));
  const [wasSuspended, isSuspended] = [userBefore, userAfter].map(
    ({ suspended_at }) => suspended_at !== undefined,
  );
  if (wasSuspended === isSuspended) return events;
  const type = isSuspended === true ? 'user.suspended' : 'user.reinstated';
  return [...events, { type, userId: userAfter.id, details: reasonDetails }];
}

/**
 * Changes a user. A new plan or new limits apply from the next request, with a full token bucket. Returns undefined if
 * the user does not exist.
 */
export async function updateUser(
  accountsContext: Accounts,
  userId: string,
  change: UserChange,
  now: Date,
): Promise<UserItem | undefined> {
  if (change.limits) bucketOf(change.limits);
  const storedUserChange: StoredUserChange = {
    ...(change.plan === undefined ? {} : { plan: change.plan }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.limits === undefined
      ? {}
      : { custom_limits: change.limits === null ? null : toStoredLimits(change.limits) }),
    ...(change.suspended === undefined ? {} : { suspended_at: change.suspended ? now.toISOString() : null }),
  };
  const { table } = accountsContext;
  const user = await changeUser(table, userId, storedUserChange, now, async (userBefore, userAfter) => {
    const writes: Write[] = [];
    // The writes are created one after another, because each takes the next event number, and the numbers
    // determine the order of the events.
    for (const event of auditEventsOf(userBefore, userAfter, change.reason))
      writes.push(await accountAuditWrite(accountsContext, event, now));
    return writes;
  });
  if (user === undefined) return undefined;
  const refillsBucket = change.plan !== undefined || change.limits !== undefined;
  await storeChangedAccount(table, accountOf(user), { refills: refillsBucket });
  return user;
}

/** Returns the ids of all accounts, oldest first, page by page. */
export function iterateAccountIds(table: Table): AsyncGenerator<string[]> {
  return readAllIds(table, userListName({}));
}

export { updateUserLists, userItemSchema } from './store/users.ts';

export function toUserProfileView(user: UserItem) {
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

/**
 * Returns the caller's profile, quotas and credential, and the numbers of active investments and wallet connections.
 * @throws ApiError not_found
 */
export async function readProfile(
  { table }: Accounts,
  principal: Principal,
  countAlertsAndWebhooks: CountAlertsAndWebhooks,
  now: Date,
) {
  const owner = principal.userId;
  const [user, activeInvestmentCount, activeConnectionCount] = await Promise.all([
    getUser(table, owner),
    countActiveInvestments(table, owner),
    countConnections(table, { owner, status: 'active' }),
  ]);
  if (user === undefined) throw new ApiError('not_found');
  return {
    ...toUserProfileView(user),
    quotas: await readQuotas(table, user, countAlertsAndWebhooks, now),
    counts: { active_investments: activeInvestmentCount, active_wallet_connections: activeConnectionCount },
    credential: { id: principal.credentialId, kind: principal.kind, scopes: [...principal.scopes] },
  };
}
