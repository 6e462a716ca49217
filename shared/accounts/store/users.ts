import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { buildAssignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { takeNextNumber, updateListEntries } from '../../platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { CONFLICT_RETRY_POLICY, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { buildUserSearchWrites } from './user-search.ts';

const customLimitsSchema = z.object({ requests_per_minute: z.number(), burst: z.number() });

/**
 * A stored user. The account's rate-limit item contains copies of some of these fields. Every change of such a
 * field increases `version`.
 */
export const userItemSchema = z.object({
  id: z.string(),
  /** Address in EIP-55 form. Absent for a user that an operator created without a wallet. */
  wallet_address: z.optional(z.string()),
  /** EIP-155 id of the chain of a contract wallet. */
  wallet_chain_id: z.optional(z.int()),
  name: z.optional(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  custom_limits: z.optional(customLimitsSchema),
  /** Sequence number of the user. It determines the user's position in all lists of users. */
  number: z.number(),
  version: z.number(),
  /** Number of keys that count towards the plan's quota of keys. */
  api_key_count: z.number(),
  /**
   * Sessions that have not been ended, by session id. Their number is limited, so that one DynamoDB transaction can
   * end all of them.
   */
  sessions: z.record(z.string(), z.object({ hash: z.string(), expires_micros: z.number() })),
  /** Time of the suspension. Absent for an active user. */
  suspended_at: z.optional(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type UserItem = z.infer<typeof userItemSchema>;
export type NewUser = Pick<
  UserItem,
  'id' | 'wallet_address' | 'wallet_chain_id' | 'name' | 'role' | 'plan' | 'custom_limits'
>;

const USER_SEQUENCE = 'users';

/**
 * Returns the name of the stored list of users with this plan and role. Without a filter, the list contains all
 * users.
 */
export function userListName(filter: {
  plan?: UserItem['plan'] | undefined;
  role?: UserItem['role'] | undefined;
}) {
  const plan = filter.plan === undefined ? '' : `#plan=${filter.plan}`;
  const role = filter.role === undefined ? '' : `#role=${filter.role}`;
  return `users${plan}${role}`;
}

function userListNamesOf({ plan, role }: Pick<UserItem, 'plan' | 'role'>): string[] {
  return [{}, { plan }, { role }, { plan, role }].map(userListName);
}

async function getUserItem(table: Table, key: { pk: string; sk: string }) {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

export async function getUser(table: Table, userId: string): Promise<UserItem | undefined> {
  const item = await getUserItem(table, ITEMS.user.key({ userId }));
  return item === undefined ? undefined : userItemSchema.parse(item);
}

const walletLoginSchema = z.object({ user_id: z.string() });

/** `chainId` is set only for a contract wallet. The address is in EIP-55 form. */
export interface Wallet {
  readonly address: string;
  readonly chainId?: number | undefined;
}

/**
 * Returns the table key of a wallet's login item. For a contract wallet (`chainId` is defined), the key includes the
 * chain, as in CAIP-10.
 */
export function walletLoginKey({ address, chainId }: Wallet) {
  return ITEMS.walletLogin.key({ address: chainId === undefined ? address : `eip155:${chainId}:${address}` });
}

export async function findUserByWallet(table: Table, wallet: Wallet): Promise<UserItem | undefined> {
  const item = await getUserItem(table, walletLoginKey(wallet));
  return item === undefined ? undefined : getUser(table, walletLoginSchema.parse(item).user_id);
}

/** Returns undefined if an operator created the user without a wallet. */
export function walletOf({ wallet_address: address, wallet_chain_id: chainId }: NewUser): Wallet | undefined {
  return address === undefined ? undefined : { address, chainId };
}

function createUserWrites(user: UserItem): Write[] {
  const Item = { ...ITEMS.user.key({ userId: user.id }), ...user };
  const writes: Write[] = [{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }];
  const wallet = walletOf(user);
  if (wallet !== undefined) {
    const loginItem = { ...walletLoginKey(wallet), user_id: user.id };
    writes.push({ Put: { Item: loginItem, ConditionExpression: 'attribute_not_exists(pk)' } });
  }
  return [...writes, ...buildUserSearchWrites(user)];
}

/**
 * Creates a user together with the additional writes. Returns undefined if the wallet already has a user or the id
 * exists.
 */
export async function createUser(
  table: Table,
  newUser: NewUser,
  now: Date,
  additionalWrites: readonly Write[],
): Promise<UserItem | undefined> {
  const at = now.toISOString();
  const initialCounterFields = {
    number: await takeNextNumber(table, USER_SEQUENCE),
    version: 1,
    api_key_count: 0,
  };
  const user: UserItem = {
    ...newUser,
    ...initialCounterFields,
    sessions: {},
    created_at: at,
    updated_at: at,
  };
  return (await transactIf(table, [...createUserWrites(user), ...additionalWrites])).committed
    ? user
    : undefined;
}

export type StoredUserChange = Partial<Pick<UserItem, 'plan' | 'role'>> & {
  /** New custom rate limits. Null removes them. */
  readonly custom_limits?: UserItem['custom_limits'] | null;
  /** New time of the suspension. Null reinstates the user. */
  readonly suspended_at?: string | null;
};

function applyUserChange(user: UserItem, change: StoredUserChange, now: Date): UserItem {
  const { custom_limits, suspended_at, ...rest } = user;
  const customLimits =
    change.custom_limits === undefined ? custom_limits : (change.custom_limits ?? undefined);
  const suspendedAt = change.suspended_at === undefined ? suspended_at : (change.suspended_at ?? undefined);
  return {
    ...rest,
    plan: change.plan ?? user.plan,
    role: change.role ?? user.role,
    ...(customLimits === undefined ? {} : { custom_limits: customLimits }),
    ...(suspendedAt === undefined ? {} : { suspended_at: suspendedAt }),
    version: user.version + 1,
    updated_at: now.toISOString(),
  };
}

function buildUserChangeWrite(userBefore: UserItem, userAfter: UserItem): Write {
  const { plan, role, version, updated_at, custom_limits, suspended_at } = userAfter;
  return {
    Update: {
      Key: ITEMS.user.key({ userId: userBefore.id }),
      ...buildAssignmentUpdate(
        { plan, role, version, updated_at, custom_limits, suspended_at },
        { condition: '#version = :known', values: { ':known': userBefore.version } },
      ),
    },
  };
}

/** Changes a user and increases the user's version. Returns undefined if the user does not exist. */
export async function changeUser(
  table: Table,
  userId: string,
  change: StoredUserChange,
  now: Date,
  buildAdditionalWrites: (userBefore: UserItem, userAfter: UserItem) => Promise<readonly Write[]>,
): Promise<UserItem | undefined> {
  return retry(CONFLICT_RETRY_POLICY, async () => {
    const userBefore = await getUser(table, userId);
    if (userBefore === undefined) return undefined;
    const userAfter = applyUserChange(userBefore, change, now);
    const writes = [
      buildUserChangeWrite(userBefore, userAfter),
      ...(await buildAdditionalWrites(userBefore, userAfter)),
    ];
    const recheckConditions = async () =>
      (await getUser(table, userId))?.version === userBefore.version ? [] : [0];
    if ((await transactIf(table, writes, recheckConditions)).committed) return userAfter;
    throw new RetryableError(`The user ${userId} changes all the time`);
  });
}

const userListFieldsSchema = z.pick(userItemSchema, { id: true, number: true, plan: true, role: true });

/**
 * Updates the lists that contain a user, such as the list of all users with a plan. Do not do this in the DynamoDB
 * transaction that changes the user, because all accounts share the lists and would delay each other.
 * @param userImages stored states of the user's item, for example before and after a change
 */
export async function updateUserLists(table: Table, userImages: readonly unknown[]): Promise<void> {
  const listFieldsOfImages = userImages.map((userImage) => userListFieldsSchema.parse(userImage));
  const [first] = listFieldsOfImages;
  if (first === undefined) return;
  const user = await getUser(table, first.id);
  await updateListEntries(
    table,
    first,
    user === undefined ? [] : userListNamesOf(user),
    listFieldsOfImages.flatMap(userListNamesOf),
  );
}
