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

const storedQuarterSchema = z.object({ pk: z.string(), sk: z.string(), days: z.instanceof(Uint8Array) });
const QUARTER_IN_KEY_PATTERN = /\d{4}Q\d$/;

function toPackedQuarter(item: unknown): PackedQuarter {
  const { sk, days } = storedQuarterSchema.parse(item);
  return { quarter: QUARTER_IN_KEY_PATTERN.exec(sk)?.[0] ?? sk, packedDays: days };
}

function toQuarterItem(strategyId: string, { quarter, packedDays }: PackedQuarter): Item {
  return { ...ITEMS.strategyHistory.key({ id: strategyId, quarter }), days: packedDays };
}

/**
 * Reads a strategy's days from `firstDay` to `lastDay`, both included (days since 1970-01-01). Days without a reading
 * are NaN.
 */
export async function readHistory(
  table: Table,
  strategyId: string,
  firstDay: number,
  lastDay: number,
): Promise<DailySeries> {
  const firstQuarterKey = ITEMS.strategyHistory.key({ id: strategyId, quarter: quarterOf(firstDay).name });
  const lastQuarterKey = ITEMS.strategyHistory.key({ id: strategyId, quarter: quarterOf(lastDay).name });
  const quarters: PackedQuarter[] = [];
  let nextPageKey: Record<string, unknown> | undefined;
  do {
    // One page (1 MB) contains more than two centuries of quarters, so further pages are not expected.
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': firstQuarterKey.pk,
          ':first': firstQuarterKey.sk,
          ':last': lastQuarterKey.sk,
        },
        ExclusiveStartKey: nextPageKey,
      }),
    );
    quarters.push(...(page.Items ?? []).map(toPackedQuarter));
    nextPageKey = page.LastEvaluatedKey;
  } while (nextPageKey !== undefined);
  return unpackSeries(quarters, firstDay, lastDay);
}

/**
 * Reads the days from `firstDay` to `lastDay` of many strategies, by strategy id. Strategies without any of these days
 * are left out. Reads are consistent by default, which costs twice as much.
 */
export async function readHistories(
  table: Table,
  strategyIds: Iterable<string>,
  firstDay: number,
  lastDay: number,
  options: BatchOptions & { readonly consistent?: boolean } = {},
): Promise<Map<string, DailySeries>> {
  const quarterNames: string[] = [];
  for (let day = firstDay; day <= lastDay; ) {
    const quarter = quarterOf(day);
    quarterNames.push(quarter.name);
    day = quarter.firstDay + quarter.days;
  }
  const idByPartitionKey = new Map<string, string>();
  const keys: Key[] = [];
  for (const id of strategyIds) {
    for (const quarterName of quarterNames)
      keys.push(ITEMS.strategyHistory.key({ id, quarter: quarterName }));
    idByPartitionKey.set(keys.at(-1)?.pk ?? '', id);
  }
  const quartersByStrategyId = new Map<string, PackedQuarter[]>();
  for (const item of await batchGet(table, keys, { consistent: true, ...options })) {
    const id = idByPartitionKey.get(String(item.pk)) ?? '';
    const storedQuarters = quartersByStrategyId.get(id);
    if (storedQuarters === undefined) quartersByStrategyId.set(id, [toPackedQuarter(item)]);
    else storedQuarters.push(toPackedQuarter(item));
  }
  return new Map(
    Array.from(quartersByStrategyId, ([id, packedQuarters]) => [
      id,
      unpackSeries(packedQuarters, firstDay, lastDay),
    ]),
  );
}

/** Writes each series as one item per quarter. Replaces the stored items of these quarters. */
export async function writeHistory(
  table: Table,
  histories: Iterable<{ readonly strategyId: string; readonly series: DailySeries }>,
  options: BatchOptions = {},
): Promise<void> {
  await batchPut(table, buildQuarterItems(histories), options);
}

function* buildQuarterItems(
  histories: Iterable<{ readonly strategyId: string; readonly series: DailySeries }>,
): Generator<Item> {
  for (const { strategyId, series } of histories) {
    for (const packedQuarter of packSeries(series)) yield toQuarterItem(strategyId, packedQuarter);
  }
}
