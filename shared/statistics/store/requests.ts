import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchPut } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { expirySecondsOfGroup, hourGroupName } from '../domain/periods.ts';

/** Name of the set of counters for the hourly request counts of all accounts. */
export const REQUEST_COUNTERS_LEDGER = 'requests';

const HOUR_MS = 3_600_000;

const requestCountStateSchema = z.object({
  /** Last hour whose count is final, in hours since 1970-01-01T00:00Z. */
  through_hour: z.number(),
  /** When requests were last counted (ISO 8601, UTC). */
  at: z.string(),
});
export type RequestCountState = z.infer<typeof requestCountStateSchema>;

/**
 * Returns the last hour whose count is final, and the time of the last count. Undefined if requests were never counted.
 */
export async function readRequestCountState(table: Table): Promise<RequestCountState | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.requestCollection.key({}), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : requestCountStateSchema.parse(Item);
}

export async function writeRequestCountState(table: Table, state: RequestCountState): Promise<void> {
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...ITEMS.requestCollection.key({}), ...state } }),
  );
}

/** Replaces the stored totals of the hours in `totalsByHour`. */
export async function writeHourlyTotals(
  table: Table,
  totalsByHour: ReadonlyMap<number, { readonly admitted: number; readonly refused: number }>,
): Promise<void> {
  await batchPut(
    table,
    [...totalsByHour].map(([hour, { admitted, refused }]) => {
      const group = hourGroupName(hour * HOUR_MS);
      const key = ITEMS.statisticsGroup.key({ ledger: REQUEST_COUNTERS_LEDGER, group });
      return { ...key, admitted, refused, [TABLE.ttlAttribute]: expirySecondsOfGroup(group) };
    }),
  );
}
