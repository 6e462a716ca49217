import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { type HourlyCount, hourlyCountName, packRequestCount } from '../domain/request-counts.ts';
import { updateIf } from './bucket-update.ts';

/**
 * The usage of one day: the request counts of the day, and the cumulative totals of each credential up to the end of
 * the day.
 */
const usageDaySchema = z.object({
  day: z.string(),
  counts: z.record(z.string(), z.number()),
  totals: z.record(
    z.string(),
    z.object({ admitted: z.number(), refused: z.number(), last_hour: z.number() }),
  ),
  /** Version of the item. Every change increases it. */
  version: z.number(),
});
export type UsageDay = z.infer<typeof usageDaySchema>;

const USAGE_KEEP_DAYS = 400;
const DAY_SECONDS = 86_400;

/**
 * Reads days of an account's usage, latest first. Returns all days from `fromDay`, or only the latest `limit`
 * days.
 */
export async function readUsageDays(
  table: Table,
  account: string,
  { fromDay = '', limit }: { readonly fromDay?: string; readonly limit?: number },
): Promise<UsageDay[]> {
  const first = ITEMS.usageDay.key({ account, day: fromDay });
  const days: UsageDay[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': first.pk,
          ':first': first.sk,
          ':last': ITEMS.usageDay.key({ account, day: '9' }).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    for (const item of page.Items ?? []) days.push(usageDaySchema.parse(item));
    start = limit === undefined ? page.LastEvaluatedKey : undefined;
  } while (start !== undefined);
  return days;
}

/** Stores the changed usage of a day. Returns false if another call has changed this item since it was read. */
export async function writeUsageDay(table: Table, account: string, day: UsageDay): Promise<boolean> {
  const ttl = Math.ceil(Date.parse(day.day) / 1_000) + USAGE_KEEP_DAYS * DAY_SECONDS;
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...ITEMS.usageDay.key({ account, day: day.day }), ...day, [TABLE.ttlAttribute]: ttl },
        ConditionExpression: day.version === 1 ? 'attribute_not_exists(pk)' : '#version = :before',
        ...(day.version === 1
          ? {}
          : {
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':before': day.version - 1 },
            }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Removes counts from the account's item. Removes nothing and returns false if one of them has changed. */
export async function removeCounts(
  table: Table,
  account: string,
  movedCounts: readonly HourlyCount[],
): Promise<boolean> {
  const removedCountPaths = movedCounts.map((_, index) => `counts.#c${index}`);
  const { isConditionMet } = await updateIf(table, {
    Key: ITEMS.accountBucket.key({ account }),
    UpdateExpression: `REMOVE ${removedCountPaths.join(', ')}`,
    ConditionExpression: removedCountPaths.map((path, index) => `${path} = :c${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(
      movedCounts.map(({ hour, name }, index) => [`#c${index}`, hourlyCountName(hour, name)]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      movedCounts.map((count, index) => [`:c${index}`, packRequestCount(count)]),
    ),
  });
  return isConditionMet;
}
