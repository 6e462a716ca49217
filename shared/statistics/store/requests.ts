import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchPut } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { groupExpirySeconds, hourGroup } from '../domain/periods.ts';

/** Requests of all accounts in the hours, as counters of this ledger: the name holds no generation's number. */
export const REQUESTS_LEDGER = 'requests';

const HOUR_MS = 3_600_000;

const collection = z.object({
  /** The last hour, counted from the epoch, whose count is final. */
  through_hour: z.number(),
  /** When requests were last counted. */
  at: z.string(),
});
export type Collection = z.infer<typeof collection>;

/** How far requests have been counted; undefined before the first run. */
export async function readCollection(table: Table): Promise<Collection | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.requestCollection.key({}), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : collection.parse(Item);
}

export async function writeCollection(table: Table, collected: Collection): Promise<void> {
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...ITEMS.requestCollection.key({}), ...collected } }),
  );
}

/** Puts hours' totals in the place of what was counted of them before. */
export async function writeHours(
  table: Table,
  totals: ReadonlyMap<number, { readonly admitted: number; readonly refused: number }>,
): Promise<void> {
  await batchPut(
    table,
    [...totals].map(([hour, { admitted, refused }]) => {
      const group = hourGroup(hour * HOUR_MS);
      const key = ITEMS.statisticsGroup.key({ ledger: REQUESTS_LEDGER, group });
      return { ...key, admitted, refused, [TABLE.ttlAttribute]: groupExpirySeconds(group) };
    }),
  );
}
