import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ROLES } from '../../platform/contract/scopes.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { takeNextNumber, updateListEntries } from '../../platform/dynamodb/numbered-list.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { CONNECTION_STATUSES, WALLET_PROVIDERS } from '../contract/connection.ts';
import { ALL_OWNERS, sharedListNamesOf, updateOwnerLists } from './connection-lists.ts';

const connectionStatusSchema = z.enum(CONNECTION_STATUSES);

export const connectionItemSchema = z.object({
  id: z.string(),
  /** Id of the account that created the connection. */
  owner: z.string(),
  provider: z.enum(WALLET_PROVIDERS),
  /** Address in EIP-55 form. */
  wallet_address: z.string(),
  user_id: z.string(),
  status: connectionStatusSchema,
  removal_request: z.nullable(
    z.object({ id: z.string(), reason: z.nullable(z.string()), requested_at: z.string() }),
  ),
  /**
   * Time at which control of the wallet was proven, and the chain id of a contract wallet (null for other
   * wallets).
   */
  proven: z.optional(z.object({ at: z.string(), chain_id: z.nullable(z.int()) })),
  /** Note of the administrator who last changed the connection. */
  note: z.nullable(z.string()),
  /** Number of entries in the audit trail. */
  changes: z.int(),
  /**
   * Sequence number of the connection among its owner's connections (`owner_number`) and among all
   * connections (`number`).
   */
  owner_number: z.int(),
  number: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ConnectionItem = z.infer<typeof connectionItemSchema>;

/** One entry in the audit trail: who changed what, and when. */
export const connectionEventSchema = z.object({
  number: z.int(),
  at: z.string(),
  /** Null if the user was erased. In this case, the credential is null too. */
  actor_id: z.nullable(z.string()),
  actor_role: z.enum(ROLES),
  credential_id: z.nullable(z.string()),
  request_id: z.string(),
  /** Status before the change. Null if the connection was created. */
  from: z.nullable(connectionStatusSchema),
  to: connectionStatusSchema,
  note: z.nullable(z.string()),
});
export type ConnectionEvent = z.infer<typeof connectionEventSchema>;

function connectionPairKey({ owner, wallet_address, user_id }: ConnectionItem) {
  return ITEMS.walletPair.key({ owner, address: wallet_address.toLowerCase(), userId: user_id });
}

async function isUserWalletPairTaken(table: Table, connection: ConnectionItem): Promise<boolean> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: connectionPairKey(connection), ConsistentRead: true }),
  );
  return Item !== undefined;
}

function buildConnectionEventWrite(id: string, event: ConnectionEvent): Write {
  const key = ITEMS.walletEvent.key({ id, number: formatSequence(event.number) });
  return { Put: { Item: { ...key, ...event }, ConditionExpression: 'attribute_not_exists(pk)' } };
}

/** Returns the sequence numbers for a new connection: among the owner's connections and among all connections. */
export async function takeConnectionNumbers(table: Table, owner: string) {
  const [owner_number, connectionNumber] = await Promise.all([
    takeNextNumber(table, `WALLETS#${owner}`),
    takeNextNumber(table, `WALLETS#${ALL_OWNERS}`),
  ]);
  return { owner_number, number: connectionNumber };
}

/**
 * Stores a new connection, its first audit entry and the additional writes in one DynamoDB transaction. Then adds the
 * connection to its owner's lists.
 * Returns `pair_taken` if the wallet and the end user are already connected. Throws an error if a condition of an
 * additional write fails.
 */
export async function insertConnection(
  table: Table,
  connection: ConnectionItem,
  event: ConnectionEvent,
  additionalWrites: readonly Write[],
): Promise<'stored' | 'pair_taken'> {
  const ifAbsentCondition = { ConditionExpression: 'attribute_not_exists(pk)' };
  const writes: Write[] = [
    {
      Put: { Item: { ...connectionPairKey(connection), connection_id: connection.id }, ...ifAbsentCondition },
    },
    {
      Put: {
        Item: { ...ITEMS.walletConnection.key({ id: connection.id }), ...connection },
        ...ifAbsentCondition,
      },
    },
    buildConnectionEventWrite(connection.id, event),
    ...additionalWrites,
  ];
  const result = await transactIf(table, writes, async () =>
    (await isUserWalletPairTaken(table, connection)) ? [0] : [],
  );
  if (result.committed) {
    await updateOwnerLists(table, connection, connection, []);
    return 'stored';
  }
  if (result.failedWriteIndexes.includes(0)) return 'pair_taken';
  throw new Error(`A new wallet connection met failed conditions at ${result.failedWriteIndexes.join(', ')}`);
}

/**
 * Returns the write that releases the pair (wallet and end user) of a removed connection. The pair can then be
 * connected again.
 */
function buildWalletPairReleaseWrites(from: ConnectionItem, to: ConnectionItem): Write[] {
  if (to.status !== 'removed') return [];
  const pairItemDelete = {
    Key: connectionPairKey(from),
    ConditionExpression: 'connection_id = :id',
    ExpressionAttributeValues: { ':id': from.id },
  };
  return [{ Delete: pairItemDelete }];
}

/**
 * Replaces a connection, with its audit entry and the additional writes, in one DynamoDB transaction. Then moves it
 * to the lists of its new status.
 * Returns false if the connection has changed since it was read.
 */
export async function replaceConnection(
  table: Table,
  from: ConnectionItem,
  to: ConnectionItem,
  event: ConnectionEvent,
  additionalWrites: readonly Write[] = [],
): Promise<boolean> {
  const replacementPut = {
    Item: { ...ITEMS.walletConnection.key({ id: to.id }), ...to },
    ConditionExpression: 'changes = :changes',
    ExpressionAttributeValues: { ':changes': from.changes },
  };
  const result = await transactIf(table, [
    { Put: replacementPut },
    buildConnectionEventWrite(to.id, event),
    ...buildWalletPairReleaseWrites(from, to),
    ...additionalWrites,
  ]);
  if (result.committed) {
    await updateOwnerLists(table, to, to, [from]);
    return true;
  }
  if (result.failedWriteIndexes.includes(0)) return false;
  throw new Error(
    `A change of a wallet connection met failed conditions at ${result.failedWriteIndexes.join(', ')}`,
  );
}

export async function getConnection(table: Table, id: string): Promise<ConnectionItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.walletConnection.key({ id }),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : connectionItemSchema.parse(Item);
}

const listedConnectionSchema = z.pick(connectionItemSchema, {
  id: true,
  owner: true,
  owner_number: true,
  number: true,
  user_id: true,
  status: true,
});

/**
 * Updates the lists across all accounts after a connection has changed. Also updates the lists of the connection's
 * owner, because the request that changed the connection may have stopped before this update.
 * @param connectionImages states of the connection before and after the change
 */
export async function updateConnectionLists(
  table: Table,
  connectionImages: readonly unknown[],
): Promise<void> {
  const storedConnectionStates = connectionImages.map((connectionImage) =>
    listedConnectionSchema.parse(connectionImage),
  );
  const [first] = storedConnectionStates;
  if (first === undefined) return;
  const item = await getConnection(table, first.id);
  await Promise.all([
    updateOwnerLists(table, first, item, storedConnectionStates),
    updateListEntries(
      table,
      first,
      item === undefined ? [] : sharedListNamesOf(item),
      storedConnectionStates.flatMap(sharedListNamesOf),
    ),
  ]);
}
