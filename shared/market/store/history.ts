import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type BatchOptions, batchGet, batchPut, type Item, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import {
  type DailySeries,
  type PackedQuarter,
  packSeries,
  quarterOf,
  unpackSeries,
} from '../domain/history/history.ts';

/** One quarter of one strategy as it is stored: the keys and the packed days. */
const storedQuarter = z.object({ pk: z.string(), sk: z.string(), days: z.instanceof(Uint8Array) });
const QUARTER_IN_KEY = /\d{4}Q\d$/;

function toPackedQuarter(item: unknown): PackedQuarter {
  const { sk, days } = storedQuarter.parse(item);
  return { quarter: QUARTER_IN_KEY.exec(sk)?.[0] ?? sk, packed: days };
}

function quarterItem(strategyId: string, { quarter, packed }: PackedQuarter): Item {
  return { ...ITEMS.strategyHistory.key({ id: strategyId, quarter }), days: packed };
}

/**
 * A strategy's days from `firstDay` to `lastDay`, both included (days since 1970-01-01): one Query, at most 1 kB a
 * quarter. Days without a reading are NaN.
 */
export async function readHistory(
  table: Table,
  strategyId: string,
  firstDay: number,
  lastDay: number,
): Promise<DailySeries> {
  const first = ITEMS.strategyHistory.key({ id: strategyId, quarter: quarterOf(firstDay).name });
  const last = ITEMS.strategyHistory.key({ id: strategyId, quarter: quarterOf(lastDay).name });
  const quarters: PackedQuarter[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    // A megabyte holds over two centuries of quarters: a second page is there for completeness alone.
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
        ExclusiveStartKey: start,
      }),
    );
    quarters.push(...(page.Items ?? []).map(toPackedQuarter));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return unpackSeries(quarters, firstDay, lastDay);
}

/**
 * The days from `firstDay` to `lastDay` of many strategies, by id, read in batches of 100 quarters. Strategies
 * without any of those days are left out. Half a read unit a quarter, twice that for a consistent read, which is the
 * default.
 */
export async function readHistories(
  table: Table,
  strategyIds: Iterable<string>,
  firstDay: number,
  lastDay: number,
  options: BatchOptions & { readonly consistent?: boolean } = {},
): Promise<Map<string, DailySeries>> {
  const quarters: string[] = [];
  for (let day = firstDay; day <= lastDay; ) {
    const quarter = quarterOf(day);
    quarters.push(quarter.name);
    day = quarter.firstDay + quarter.days;
  }
  const owners = new Map<string, string>();
  const keys: Key[] = [];
  for (const id of strategyIds) {
    for (const quarter of quarters) keys.push(ITEMS.strategyHistory.key({ id, quarter }));
    owners.set(keys.at(-1)?.pk ?? '', id);
  }
  const stored = new Map<string, PackedQuarter[]>();
  for (const item of await batchGet(table, keys, { consistent: true, ...options })) {
    const id = owners.get(String(item.pk)) ?? '';
    const found = stored.get(id);
    if (found === undefined) stored.set(id, [toPackedQuarter(item)]);
    else found.push(toPackedQuarter(item));
  }
  return new Map(Array.from(stored, ([id, packed]) => [id, unpackSeries(packed, firstDay, lastDay)]));
}

/**
 * Writes whole series, replacing the quarters that they touch: for the first load and for backfill. One write unit a
 * quarter.
 */
export async function writeHistory(
  table: Table,
  histories: Iterable<{ readonly strategyId: string; readonly series: DailySeries }>,
  options: BatchOptions = {},
): Promise<void> {
  await batchPut(table, quarterItems(histories), options);
}

function* quarterItems(
  histories: Iterable<{ readonly strategyId: string; readonly series: DailySeries }>,
): Generator<Item> {
  for (const { strategyId, series } of histories) {
    for (const quarter of packSeries(series)) yield quarterItem(strategyId, quarter);
  }
}
