import { buildPagination } from '../../platform/contract/envelope.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { dayOf } from '../../platform/domain/days.ts';
import type { Reply } from '../../platform/request.ts';
import type { statementRoute } from '../contract/reports/statement.ts';
import { buildStatementLine, statementTotalsOf } from '../domain/reports/statement.ts';
import type { ReportSources } from './daily.ts';
import { readPositionReports } from './position-reports.ts';

/**
 * Returns an account's positions at a moment, with profit and loss at average cost. If the query names a date,
 * the moment is the end of that day. If the moment is in the future, the current time is used.
 */
export async function readStatement(
  { table, prices, entriesPerStoredState }: ReportSources,
  query: AppliedQuery<typeof statementRoute, 'at' | 'user_id'>,
  { account, now }: { readonly account: string; readonly now: Date },
): Promise<Reply> {
  const endMs = Math.min(query.at ?? Number.POSITIVE_INFINITY, now.getTime() + 1);
  const [reports, { priceOn, asOf }] = await Promise.all([
    readPositionReports(table, { account, userId: query.user_id, moments: [endMs], entriesPerStoredState }),
    prices(),
  ]);
  const lines = reports.flatMap(({ subject, states: [state] }) =>
    state === undefined ? [] : buildStatementLine(subject, state, priceOn(subject.asset, dayOf(endMs - 1))),
  );
  const data = lines.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return {
    data,
    pagination: buildPagination(lines.length, query, data.length),
    meta: {
      as_of: new Date(endMs - 1).toISOString(),
      prices_as_of: asOf,
      totals: statementTotalsOf(lines),
    },
  };
}
