import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ROLES } from '../../platform/contract/scopes.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import {
  enter,
  type ListEntry,
  leave,
  listWrites,
  nextNumber,
  settleEntries,
} from '../../platform/dynamodb/numbered-list.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { CONNECTION_STATUSES, type ConnectionStatus, WALLET_PROVIDERS } from '../contract/connection.ts';

const status = z.enum(CONNECTION_STATUSES);

/** A connection as stored. */
export const connectionItem = z.object({
  id: z.string(),
  /** The account that made it. */
  owner: z.string(),
  provider: z.enum(WALLET_PROVIDERS),
  /** In EIP-55 form. */
  wallet_address: z.string(),
  user_id: z.string(),
  status,
  removal_request: z.nullable(
    z.object({ id: z.string(), reason: z.nullable(z.string()), requested_at: z.string() }),
  ),
  /** What the administrator who last changed it noted. */
  note: z.nullable(z.string()),
  /** Entries of its audit trail, numbered from 1: each change adds one. */
  changes: z.int(),
  /** Its number among the owner's connections, and among all. */
  owner_number: z.int(),
  number: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ConnectionItem = z.infer<typeof connectionItem>;

/** One entry of the audit trail: who changed what, and when. */
export const connectionEvent = z.object({
  number: z.int(),
  at: z.string(),
  actor_id: z.string(),
  actor_role: z.enum(ROLES),
  credential_id: z.string(),
  request_id: z.string(),
  /** null: the connection was made. */
  from: z.nullable(status),
  to: status,
  note: z.nullable(z.string()),
});
export type ConnectionEvent = z.infer<typeof connectionEvent>;

/** What a list of connections is narrowed to. Each combination is a list of its own. */
export interface ConnectionFilter {
  readonly owner?: string | undefined;
  readonly status?: ConnectionStatus | undefined;
  readonly userId?: string | undefined;
}

const ALL_OWNERS = 'ALL';
const ANY_STATUS = 'any';

/**
 * Two lists never share a name, whatever texts are asked for: the user id comes last, and an owner is marked as one
 * and never holds the separator.
 */
export function listName({ owner, status, userId }: ConnectionFilter): string {
  const whose = owner === undefined ? ALL_OWNERS : `of=${encodeURIComponent(owner)}`;
  return `WALLETS#${whose}#${status ?? ANY_STATUS}${userId === undefined ? '' : `#${userId}`}`;
}

type Listed = Pick<ConnectionItem, 'owner' | 'owner_number' | 'user_id'>;

/** The owner's lists in which a connection stands for a status, or whatever its status. */
function listsOf({ owner, user_id, owner_number }: Listed, status?: ConnectionStatus): ListEntry[] {
  const named = [user_id, undefined].map((userId) => listName({ owner, status, userId }));
  return named.map((list) => ({ list, number: owner_number }));
}

/** The lists of all owners' connections in which one stands. */
function sharedListsOf({ user_id, status }: Pick<ConnectionItem, 'user_id' | 'status'>): string[] {
  return [user_id, undefined].flatMap((userId) => [listName({ userId }), listName({ status, userId })]);
}

function pairKey({ owner, wallet_address, user_id }: ConnectionItem) {
  return ITEMS.walletPair.key({ owner, address: wallet_address.toLowerCase(), userId: user_id });
}

function eventWrite(id: string, event: ConnectionEvent): Write {
  const key = ITEMS.walletEvent.key({ id, number: sequenceText(event.number) });
  return { Put: { Item: { ...key, ...event }, ConditionExpression: 'attribute_not_exists(pk)' } };
}

/** A number among the owner's connections and one among all, for a new connection. */
export async function connectionNumbers(table: Table, owner: string) {
  const [owner_number, number] = await Promise.all([
    nextNumber(table, `WALLETS#${owner}`),
    nextNumber(table, `WALLETS#${ALL_OWNERS}`),
  ]);
  return { owner_number, number };
}

/**
 * Stores a new connection, its first audit entry and its places in its owner's lists, all or none, together with `attached`.
 * Says whether the pair is taken already; a failed condition of an attached write is an error.
 */
export async function insertConnection(
  table: Table,
  connection: ConnectionItem,
  event: ConnectionEvent,
  attached: readonly Write[],
): Promise<'stored' | 'pair_taken'> {
  const absent = { ConditionExpression: 'attribute_not_exists(pk)' };
  const entries = [...listsOf(connection), ...listsOf(connection, connection.status)];
  const result = await transactIf(table, [
    { Put: { Item: { ...pairKey(connection), connection_id: connection.id }, ...absent } },
    { Put: { Item: { ...ITEMS.walletConnection.key({ id: connection.id }), ...connection }, ...absent } },
    eventWrite(connection.id, event),
    ...listWrites(entries.map((entry) => enter(entry, connection.id))),
    ...attached,
  ]);
  if (result.held) return 'stored';
  if (result.failed.includes(0)) return 'pair_taken';
  throw new Error(`A new wallet connection met failed conditions at ${result.failed.join(', ')}`);
}

/** Moves the places that depend on the status; a removed connection frees its pair. */
function statusWrites(from: ConnectionItem, to: ConnectionItem): Write[] {
  const lists = listWrites([
    ...listsOf(from, from.status).map((entry) => leave(entry)),
    ...listsOf(to, to.status).map((entry) => enter(entry, to.id)),
  ]);
  if (to.status !== 'removed') return lists;
  const release = {
    Key: pairKey(from),
    ConditionExpression: 'connection_id = :id',
    ExpressionAttributeValues: { ':id': from.id },
  };
  return [{ Delete: release }, ...lists];
}

/**
 * Replaces a connection by its next state, with the audit entry of the change and `attached`, all or none. False when
 * it was changed since it was read.
 */
export async function replaceConnection(
  table: Table,
  from: ConnectionItem,
  to: ConnectionItem,
  event: ConnectionEvent,
  attached: readonly Write[] = [],
): Promise<boolean> {
  const replacement = {
    Item: { ...ITEMS.walletConnection.key({ id: to.id }), ...to },
    ConditionExpression: 'changes = :changes',
    ExpressionAttributeValues: { ':changes': from.changes },
  };
  const result = await transactIf(table, [
    { Put: replacement },
    eventWrite(to.id, event),
    ...statusWrites(from, to),
    ...attached,
  ]);
  if (result.held) return true;
  if (result.failed.includes(0)) return false;
  throw new Error(`A change of a wallet connection met failed conditions at ${result.failed.join(', ')}`);
}

export async function getConnection(table: Table, id: string): Promise<ConnectionItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.walletConnection.key({ id }),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : connectionItem.parse(Item);
}

const placed = z.pick(connectionItem, { id: true, number: true, user_id: true, status: true });

/**
 * Puts a connection on the lists of all connections where it belongs now, which no owner's own transaction may wait
 * for. `images` are states of its item that may have put it on others.
 */
export async function placeConnection(table: Table, images: readonly unknown[]): Promise<void> {
  const seen = images.map((image) => placed.parse(image));
  const [first] = seen;
  if (first === undefined) return;
  const item = await getConnection(table, first.id);
  await settleEntries(
    table,
    first,
    item === undefined ? [] : sharedListsOf(item),
    seen.flatMap(sharedListsOf),
  );
}
