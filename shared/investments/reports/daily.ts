import type { DailyPrices } from '../../market/prices/daily-prices.ts';
import { buildPagination } from '../../platform/contract/envelope.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { DAY_MS, dateOfDay, dayOf } from '../../platform/domain/days.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Reply } from '../../platform/request.ts';
import type { dailyPortfolioRoute } from '../contract/reports/daily.ts';
import type { PortfolioDay } from '../contract/reports/report-responses.ts';
import { computeDailyTotals } from '../domain/reports/daily.ts';
import { readPositionReports } from './position-reports.ts';

export interface ReportSources {
  readonly table: Table;
  readonly prices: () => Promise<DailyPrices>;
  /** Number of journal entries after which the next state of the positions is stored; undefined for the default. */
  readonly entriesPerStoredState?: number;
}

/**
 * Returns value and earnings of an account's positions on each of the last `days` UTC days, newest first. Today's
 * values are those at the time `now`.
 */
export async function readDailyReport(
  { table, prices, entriesPerStoredState }: ReportSources,
  query: AppliedQuery<typeof dailyPortfolioRoute, 'days' | 'user_id'>,
  { account, now }: { readonly account: string; readonly now: Date },
): Promise<Reply> {
  const lastDay = dayOf(now.getTime());
  const start = lastDay - query.days + 1;
  const dayEndsMs = Array.from({ length: query.days }, (_, n) => (start + n) * DAY_MS);
  const momentsMs = [...dayEndsMs, now.getTime() + 1];
  const [reports, { priceOn, asOf }] = await Promise.all([
    readPositionReports(table, { account, userId: query.user_id, moments: momentsMs, entriesPerStoredState }),
    prices(),
  ]);
  const positions = reports.map(({ subject, states }) => ({
    asset: subject.asset,
    decimals: subject.decimals,
    dayEndStates: states,
  }));
  const totalsByDay = computeDailyTotals(positions, query.days, (asset, n) => priceOn(asset, start + n));
  const rows: PortfolioDay[] = totalsByDay
    .map((total, n) => ({
      date: dateOfDay(start + n),
      ...total,
      unpriced_assets: [...total.unpriced_assets],
    }))
    .reverse();
  const data = rows.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return {
    data,
    pagination: buildPagination(rows.length, query, data.length),
    meta: { as_of: now.toISOString(), prices_as_of: asOf },
  };
}
