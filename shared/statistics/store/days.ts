import * as z from 'zod/mini';
import { DAY_MS, dateOfDay, dayOf } from '../../platform/domain/days.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryFromKey } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { write } from '../../platform/dynamodb/write.ts';

const transactionsSchema = z.object({ count: z.int(), value_usd: z.number() });
const dailyStatisticsSchema = z.object({
  day: z.string(),
  as_of: z.string(),
  users: z.int(),
  api_keys: z.int(),
  wallet_connections: z.int(),
  positions: z.int(),
  positions_value_usd: z.number(),
  deposits: transactionsSchema,
  withdrawals: transactionsSchema,
  requests: z.object({ admitted: z.int(), refused: z.int() }),
});
export type DailyStatistics = z.infer<typeof dailyStatisticsSchema>;

/** Maximum number of days in a response. */
const MAX_DAYS = 90;

/** Replaces statistics that were stored for the same day before. */
export async function putDailyStatistics(table: Table, dailyStatistics: DailyStatistics): Promise<void> {
  await write(table, {
    Put: { Item: { ...ITEMS.statisticsDay.key({ day: dailyStatistics.day }), ...dailyStatistics } },
  });
}

/** Returns the statistics of the last MAX_DAYS days, oldest first. Days without statistics are left out. */
export async function readDailyStatistics(table: Table, now: Date): Promise<DailyStatistics[]> {
  const firstDate = dateOfDay(dayOf(now.getTime() - (MAX_DAYS - 1) * DAY_MS));
  const items = await queryFromKey(table, ITEMS.statisticsDay.key({ day: firstDate }));
  return items.map((item) => dailyStatisticsSchema.parse(item));
}
