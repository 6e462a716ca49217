import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { assignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { nextNumber, updateEntries } from '../../platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { CONFLICT_RETRIES, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { searchWrites } from './user-search.ts';

const customLimits = z.object({ requests_per_minute: z.number(), burst: z.number() });

/** A user as stored. Every change of what credentials copy raises `version`, which their creation checks. */
export const userItem = z.object({
  id: z.string(),
  /** In EIP-55 form; absent for users that an operator created. */
  wallet_address: z.optional(z.string()),
  /** The chain of a wallet that is a contract: with its address, that is who it is. */
  wallet_chain_id: z.optional(z.int()),
  name: z.optional(z.string()),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  custom_limits: z.optional(customLimits),
  /** Its number in every list of users that it is on. */
  number: z.number(),
  version: z.number(),
  /** Keys that count towards the plan's number. */
  api_key_count: z.number(),
  /** Sessions that have not ended, by id. Few, so that all can end in one transaction. */
  sessions: z.record(z.string(), z.object({ hash: z.string(), expires_micros: z.number() })),
  /** Since when nothing of theirs works; absent for a user who may do everything. */
  suspended_at: z.optional(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type UserItem = z.infer<typeof userItem>;
export type NewUser = Pick<
  UserItem,
  'id' | 'wallet_address' | 'wallet_chain_id' | 'name' | 'role' | 'plan' | 'custom_limits'
>;

const SEQUENCE = 'users';

/** The numbered list of the users of a plan, a role, both, or of all users. */
export function userList(filter: {
  plan?: UserItem['plan'] | undefined;
  role?: UserItem['role'] | undefined;
}) {
  const plan = filter.plan === undefined ? '' : `#plan=${filter.plan}`;
  const role = filter.role === undefined ? '' : `#role=${filter.role}`;
  return `users${plan}${role}`;
}

/** All lists that a user is on. */
function listsOf({ plan, role }: Pick<UserItem, 'plan' | 'role'>): string[] {
  return [{}, { plan }, { role }, { plan, role }].map(userList);
}

async function get(table: Table, key: { pk: string; sk: string }) {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

export async function getUser(table: Table, userId: string): Promise<UserItem | undefined> {
  const item = await get(table, ITEMS.user.key({ userId }));
  return item === undefined ? undefined : userItem.parse(item);
}

const walletLogin = z.object({ user_id: z.string() });

/** A wallet that somebody signs in with: its EIP-55 address, and the chain of one that is a contract. */
export interface Wallet {
  readonly address: string;
  readonly chainId?: number | undefined;
}

/** By what a wallet is found: an address for a key's, which is the same on all chains (CAIP-10 for a contract's). */
export function loginKey({ address, chainId }: Wallet) {
  return ITEMS.walletLogin.key({ address: chainId === undefined ? address : `eip155:${chainId}:${address}` });
}

/** The user who signs in with this wallet. */
export async function findUserByWallet(table: Table, wallet: Wallet): Promise<UserItem | undefined> {
  const item = await get(table, loginKey(wallet));
  return item === undefined ? undefined : getUser(table, walletLogin.parse(item).user_id);
}

/** The wallet of a user; undefined for one that an operator created without a wallet. */
export function walletOf({ wallet_address: address, wallet_chain_id: chainId }: NewUser): Wallet | undefined {
  return address === undefined ? undefined : { address, chainId };
}

function creation(user: UserItem): Write[] {
  const Item = { ...ITEMS.user.key({ userId: user.id }), ...user };
  const writes: Write[] = [{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }];
  const wallet = walletOf(user);
  if (wallet !== undefined) {
    const login = { ...loginKey(wallet), user_id: user.id };
    writes.push({ Put: { Item: login, ConditionExpression: 'attribute_not_exists(pk)' } });
  }
  return [...writes, ...searchWrites(user)];
}

/** Creates a user, with the writes that belong to it; undefined when the wallet has a user already, or the id is taken. */
export async function createUser(
  table: Table,
  fields: NewUser,
  now: Date,
  attached: readonly Write[],
): Promise<UserItem | undefined> {
  const at = now.toISOString();
  const counts = { number: await nextNumber(table, SEQUENCE), version: 1, api_key_count: 0 };
  const user: UserItem = { ...fields, ...counts, sessions: {}, created_at: at, updated_at: at };
  return (await transactIf(table, [...creation(user), ...attached])).held ? user : undefined;
}

export type PlanChange = Partial<Pick<UserItem, 'plan' | 'role'>> & {
  /** null takes a customer's own limits away. */
  readonly custom_limits?: UserItem['custom_limits'] | null;
  /** null reinstates. */
  readonly suspended_at?: string | null;
};

function changed(user: UserItem, change: PlanChange, now: Date): UserItem {
  const { custom_limits, suspended_at, ...rest } = user;
  const limits = change.custom_limits === undefined ? custom_limits : (change.custom_limits ?? undefined);
  const suspended = change.suspended_at === undefined ? suspended_at : (change.suspended_at ?? undefined);
  return {
    ...rest,
    plan: change.plan ?? user.plan,
    role: change.role ?? user.role,
    ...(limits === undefined ? {} : { custom_limits: limits }),
    ...(suspended === undefined ? {} : { suspended_at: suspended }),
    version: user.version + 1,
    updated_at: now.toISOString(),
  };
}

function changeWrite(before: UserItem, after: UserItem): Write {
  const { plan, role, version, updated_at, custom_limits, suspended_at } = after;
  return {
    Update: {
      Key: ITEMS.user.key({ userId: before.id }),
      ...assignmentUpdate(
        { plan, role, version, updated_at, custom_limits, suspended_at },
        { condition: '#version = :known', values: { ':known': before.version } },
      ),
    },
  };
}

/**
 * Changes what is given and raises the version, with the writes that belong to it; undefined when there is no such user.
 */
export async function changeUser(
  table: Table,
  userId: string,
  change: PlanChange,
  now: Date,
  attach: (before: UserItem, after: UserItem) => Promise<readonly Write[]>,
): Promise<UserItem | undefined> {
  return retry(CONFLICT_RETRIES, async () => {
    const before = await getUser(table, userId);
    if (before === undefined) return undefined;
    const after = changed(before, change, now);
    const writes = [changeWrite(before, after), ...(await attach(before, after))];
    const lookAgain = async () => ((await getUser(table, userId))?.version === before.version ? [] : [0]);
    if ((await transactIf(table, writes, lookAgain)).held) return after;
    throw new RetryableError(`The user ${userId} changes all the time`);
  });
}

const placed = z.pick(userItem, { id: true, number: true, plan: true, role: true });

/**
 * Puts a user on the lists where they belong now: lists of all accounts, which no account's own transaction may wait
 * for. `images` are states of the user's item that may have put them on others.
 */
export async function placeUser(table: Table, images: readonly unknown[]): Promise<void> {
  const seen = images.map((image) => placed.parse(image));
  const [first] = seen;
  if (first === undefined) return;
  const user = await getUser(table, first.id);
  await updateEntries(table, first, user === undefined ? [] : listsOf(user), seen.flatMap(listsOf));
}
