import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ROLES } from '../../platform/contract/scopes.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { nextNumber, updateEntries } from '../../platform/dynamodb/numbered-list.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { CONNECTION_STATUSES, WALLET_PROVIDERS } from '../contract/connection.ts';
import { ALL_OWNERS, placeAmongOwn, sharedListsOf } from './connection-lists.ts';

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
  /** Since when the wallet is known to be the owner's, and the chain of one that is a contract. */
  proven: z.optional(z.object({ at: z.string(), chain_id: z.nullable(z.int()) })),
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
  /** null: they were erased since. So is the credential then. */
  actor_id: z.nullable(z.string()),
  actor_role: z.enum(ROLES),
  credential_id: z.nullable(z.string()),
  request_id: z.string(),
  /** null: the connection was made. */
  from: z.nullable(status),
  to: status,
  note: z.nullable(z.string()),
});
export type ConnectionEvent = z.infer<typeof connectionEvent>;

function pairKey({ owner, wallet_address, user_id }: ConnectionItem) {
  return ITEMS.walletPair.key({ owner, address: wallet_address.toLowerCase(), userId: user_id });
}

async function isPairTaken(table: Table, connection: ConnectionItem): Promise<boolean> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: pairKey(connection), ConsistentRead: true }),
  );
  return Item !== undefined;
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
 * Stores a new connection and its first audit entry, all or none, together with `attached`, and then puts it on its
 * owner's lists: where that is cut short, the follower of the stream does it. Says whether the pair is taken already; a
 * failed condition of an attached write is an error.
 */
export async function insertConnection(
  table: Table,
  connection: ConnectionItem,
  event: ConnectionEvent,
  attached: readonly Write[],
): Promise<'stored' | 'pair_taken'> {
  const absent = { ConditionExpression: 'attribute_not_exists(pk)' };
  const writes: Write[] = [
    { Put: { Item: { ...pairKey(connection), connection_id: connection.id }, ...absent } },
    { Put: { Item: { ...ITEMS.walletConnection.key({ id: connection.id }), ...connection }, ...absent } },
    eventWrite(connection.id, event),
    ...attached,
  ];
  const result = await transactIf(table, writes, async () =>
    (await isPairTaken(table, connection)) ? [0] : [],
  );
  if (result.held) {
    await placeAmongOwn(table, connection, connection, []);
    return 'stored';
  }
  if (result.failed.includes(0)) return 'pair_taken';
  throw new Error(`A new wallet connection met failed conditions at ${result.failed.join(', ')}`);
}

/** A removed connection frees its pair. */
function pairWrites(from: ConnectionItem, to: ConnectionItem): Write[] {
  if (to.status !== 'removed') return [];
  const release = {
    Key: pairKey(from),
    ConditionExpression: 'connection_id = :id',
    ExpressionAttributeValues: { ':id': from.id },
  };
  return [{ Delete: release }];
}

/**
 * Replaces a connection by its next state, with the audit entry of the change and `attached`, all or none, and then
 * moves it to the lists of its new status. False when it was changed since it was read.
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
    ...pairWrites(from, to),
    ...attached,
  ]);
  if (result.held) {
    await placeAmongOwn(table, to, to, [from]);
    return true;
  }
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

const placed = z.pick(connectionItem, {
  id: true,
  owner: true,
  owner_number: true,
  number: true,
  user_id: true,
  status: true,
});

/**
 * Puts a connection on the lists of all connections where it belongs now, and on its owner's, should the owner's own
 * request have been cut short. `images` are states of its item that may have put it on others.
 */
export async function placeConnection(table: Table, images: readonly unknown[]): Promise<void> {
  const seen = images.map((image) => placed.parse(image));
  const [first] = seen;
  if (first === undefined) return;
  const item = await getConnection(table, first.id);
  await Promise.all([
    placeAmongOwn(table, first, item, seen),
    updateEntries(table, first, item === undefined ? [] : sharedListsOf(item), seen.flatMap(sharedListsOf)),
  ]);
}
