import {
  type HourlyCount,
  hasCountsToMove,
  hourNumberOf,
  isDisallowedAddressCountName,
  lastFinalHour,
  moveRequestCounts,
  readPendingCounts,
} from '../access/usage.ts';
import { iterateAccountIds } from '../accounts/users.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readRequestCountState, writeHourlyTotals, writeRequestCountState } from './store/requests.ts';

const ACCOUNT_CONCURRENCY = 8;

interface Sum {
  admitted: number;
  refused: number;
}

interface HourlyRequests extends Readonly<Sum> {
  readonly hour: number;
  /**
   * Rejected requests from IP addresses that are not on the key's allowlist. `name` identifies the key. The hour's own
   * `refused` does not contain them.
   */
  readonly wrongSourceCounts: readonly { readonly name: string; readonly refused: number }[];
}

/** Handles the final hourly request counts of one account. It may receive the same hour several times. */
export type HourHandler = (account: string, hourlyRequests: readonly HourlyRequests[]) => Promise<void>;

function sumCountsByHour(counts: readonly HourlyCount[]): HourlyRequests[] {
  return [...Map.groupBy(counts, ({ hour }) => hour)].map(([hour, countsOfHour]) => {
    const allowedAddressCounts = countsOfHour.filter(({ name }) => !isDisallowedAddressCountName(name));
    return {
      hour,
      admitted: allowedAddressCounts.reduce((sum, { admitted }) => sum + admitted, 0),
      refused: allowedAddressCounts.reduce((sum, { refused }) => sum + refused, 0),
      wrongSourceCounts: countsOfHour.filter(({ name }) => isDisallowedAddressCountName(name)),
    };
  });
}

/**
 * Counts the requests of all accounts per hour. Then moves the final counts to each account's usage. A count is final
 * when its hour can no longer change. A run also completes the work of an interrupted run.
 */
export async function collectRequests(
  table: Table,
  now: Date,
  handleHours: HourHandler = async () => {},
): Promise<{ readonly accounts: number; readonly hours: number; readonly moved: number }> {
  const nowMicros = now.getTime() * 1_000;
  const lastMovableHour = lastFinalHour(nowMicros);
  const lastCountedHour = (await readRequestCountState(table))?.through_hour ?? Number.NEGATIVE_INFINITY;
  const totalsByHour = new Map<number, Sum>();
  const accountsWithFinalCounts: string[] = [];
  let accountCount = 0;
  for await (const ids of iterateAccountIds(table)) {
    for (const { account, counts } of await readPendingCounts(table, ids, nowMicros)) {
      accountCount += 1;
      for (const { hour, admitted, refused } of counts) {
        if (hour <= lastCountedHour || hour > hourNumberOf(nowMicros)) continue;
        const sum = totalsByHour.get(hour) ?? { admitted: 0, refused: 0 };
        totalsByHour.set(hour, { admitted: sum.admitted + admitted, refused: sum.refused + refused });
      }
      if (hasCountsToMove(counts, lastMovableHour)) accountsWithFinalCounts.push(account);
      const finalHourlyCounts = sumCountsByHour(
        counts.filter(({ hour }) => hour > lastCountedHour && hour <= lastMovableHour),
      );
      if (finalHourlyCounts.length > 0) await handleHours(account, finalHourlyCounts);
    }
  }
  await writeHourlyTotals(table, totalsByHour);
  await writeRequestCountState(table, { through_hour: lastMovableHour, at: now.toISOString() });
  let movedCount = 0;
  await forEachParallel(accountsWithFinalCounts, ACCOUNT_CONCURRENCY, async (account) => {
    const [pendingCounts] = await readPendingCounts(table, [account], nowMicros);
    if (pendingCounts !== undefined)
      movedCount += await moveRequestCounts(table, account, pendingCounts.counts, lastMovableHour);
  });
  return { accounts: accountCount, hours: totalsByHour.size, moved: movedCount };
}
