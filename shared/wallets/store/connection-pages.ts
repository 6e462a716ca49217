import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type CursorRequest,
  type ListPage,
  nextPageCursor,
  numberOfCursor,
} from '../../platform/contract/cursor.ts';
import { buildPagination } from '../../platform/contract/envelope.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readPage } from '../../platform/dynamodb/numbered-list.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import { type ConnectionFilter, connectionListNamesOf } from './connection-lists.ts';
import {
  type ConnectionEvent,
  type ConnectionItem,
  connectionEventSchema,
  connectionItemSchema,
} from './connections.ts';

const connectionPairSchema = z.object({ connection_id: z.string() });

/** Reads connections by id. The result has the same order as the ids. */
async function getConnections(table: Table, ids: readonly string[]): Promise<ConnectionItem[]> {
  const keys = ids.map((id) => ITEMS.walletConnection.key({ id }));
  const items = (await batchGet(table, keys, { consistent: true })).map((item) =>
    connectionItemSchema.parse(item),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns one page of the matching connections, newest first. */
export async function readConnectionPage(
  table: Table,
  filter: ConnectionFilter,
  { after, ...page }: CursorRequest,
): Promise<ListPage<ConnectionItem>> {
  const afterNumber = after === undefined ? undefined : numberOfCursor(after);
  const { entries, total } = await readPage(table, connectionListNamesOf(filter), { ...page, afterNumber });
  const items = await getConnections(
    table,
    entries.map(({ id }) => id),
  );
  const pagination = buildPagination(total, page, items.length);
  const last = entries.at(-1);
  const next = last && { key: String(last.number), id: last.id };
  return { items, pagination, meta: { next_after: nextPageCursor(pagination, next) } };
}

/** Maximum number of connections of one wallet that are read to find an active connection. */
const CONNECTIONS_OF_WALLET_MAX = 100;

/**
 * Returns an active connection of a wallet (EIP-55 form) for the end user `userId`. Without `userId`, returns the first
 * active connection by user id, among the first 100 connections of the wallet.
 */
export async function findActiveConnection(
  table: Table,
  owner: string,
  address: string,
  userId: string | undefined,
): Promise<ConnectionItem | undefined> {
  const key = ITEMS.walletPair.key({ owner, address: address.toLowerCase(), userId: userId ?? '' });
  const sortKeyCondition = userId === undefined ? 'begins_with(sk, :sk)' : 'sk = :sk';
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: `pk = :pk AND ${sortKeyCondition}`,
      ExpressionAttributeValues: { ':pk': key.pk, ':sk': key.sk },
      Limit: CONNECTIONS_OF_WALLET_MAX,
      ConsistentRead: true,
    }),
  );
  const ids = Items.map((item) => connectionPairSchema.parse(item).connection_id);
  return (await getConnections(table, ids)).find(({ status }) => status === 'active');
}

/** Returns one page of a connection's audit trail, newest first. */
export async function readEventPage(
  table: Table,
  { id, changes }: Pick<ConnectionItem, 'id' | 'changes'>,
  { after, ...query }: CursorRequest,
): Promise<ListPage<ConnectionEvent>> {
  const total = after === undefined ? changes : Math.max(0, Math.min(changes, numberOfCursor(after) - 1));
  const items = await readConnectionEvents(
    table,
    id,
    total - (query.page - 1) * query.per_page,
    query.per_page,
  );
  const pagination = buildPagination(total, query, items.length);
  const last = items.at(-1);
  const next = last && { key: String(last.number), id };
  return { items, pagination, meta: { next_after: nextPageCursor(pagination, next) } };
}

/** Reads at most `limit` entries of a connection's audit trail, in descending order from entry number `last`. */
async function readConnectionEvents(
  table: Table,
  id: string,
  last: number,
  limit: number,
): Promise<ConnectionEvent[]> {
  if (last < 1) return [];
  const key = (eventNumber: number) => ITEMS.walletEvent.key({ id, number: formatSequence(eventNumber) });
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': key(last).pk,
        ':first': key(Math.max(1, last - limit + 1)).sk,
        ':last': key(last).sk,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => connectionEventSchema.parse(item));
}
