import {
  type HourlyCount,
  hasCountsToMove,
  hourOf,
  isWrongSourceName,
  lastFinalHour,
  moveCounts,
  readPendingCounts,
} from '../access/usage.ts';
import { accountIds } from '../accounts/users.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readCollection, writeCollection, writeHours } from './store/requests.ts';

/** Maximum number of accounts whose counts are moved at the same time. */
const CONCURRENCY = 8;

interface Sum {
  admitted: number;
  refused: number;
}

/** An account's requests in one hour. */
interface HourOfRequests extends Readonly<Sum> {
  readonly hour: number;
  /**
   * Requests that were rejected because their IP address is not on the key's allowlist. `name` is the key's count
   * name. The hour's `refused` does not include these requests.
   */
  readonly elsewhere: readonly { readonly name: string; readonly refused: number }[];
}

/**
 * Called with the requests of each account in the hours that are complete. An hour may be passed several times, but
 * at least once.
 */
export type HourHandler = (account: string, hours: readonly HourOfRequests[]) => Promise<void>;

/** Groups request counts by hour and sums the counts of all credentials. */
function groupByHour(counts: readonly HourlyCount[]): HourOfRequests[] {
  return [...Map.groupBy(counts, ({ hour }) => hour)].map(([hour, countsOfHour]) => {
    const allowedSourceCounts = countsOfHour.filter(({ name }) => !isWrongSourceName(name));
    return {
      hour,
      admitted: allowedSourceCounts.reduce((sum, { admitted }) => sum + admitted, 0),
      refused: allowedSourceCounts.reduce((sum, { refused }) => sum + refused, 0),
      elsewhere: countsOfHour.filter(({ name }) => isWrongSourceName(name)),
    };
  });
}

/**
 * Counts the requests of all accounts per hour. When an hour is complete, moves the counts of each account to the
 * account's usage.
 * Each run counts an hour again until no more of its requests can arrive. Only then are its counts moved. Therefore
 * the next run completes the work of an interrupted run. Concurrent runs only repeat the same work.
 */
export async function collectRequests(
  table: Table,
  now: Date,
  seeHours: HourHandler = async () => {},
): Promise<{ readonly accounts: number; readonly hours: number; readonly moved: number }> {
  const nowMicros = now.getTime() * 1_000;
  const throughHour = lastFinalHour(nowMicros);
  const countedBefore = (await readCollection(table))?.through_hour ?? Number.NEGATIVE_INFINITY;
  const totals = new Map<number, Sum>();
  const accountsToMove: string[] = [];
  let accounts = 0;
  for await (const ids of accountIds(table)) {
    for (const { account, counts } of await readPendingCounts(table, ids, nowMicros)) {
      accounts += 1;
      for (const { hour, admitted, refused } of counts) {
        if (hour <= countedBefore || hour > hourOf(nowMicros)) continue;
        const sum = totals.get(hour) ?? { admitted: 0, refused: 0 };
        totals.set(hour, { admitted: sum.admitted + admitted, refused: sum.refused + refused });
      }
      if (hasCountsToMove(counts, throughHour)) accountsToMove.push(account);
      const finalHours = groupByHour(
        counts.filter(({ hour }) => hour > countedBefore && hour <= throughHour),
      );
      if (finalHours.length > 0) await seeHours(account, finalHours);
    }
  }
  await writeHours(table, totals);
  await writeCollection(table, { through_hour: throughHour, at: now.toISOString() });
  let movedCount = 0;
  await forEachParallel(accountsToMove, CONCURRENCY, async (account) => {
    const [pendingCounts] = await readPendingCounts(table, [account], nowMicros);
    if (pendingCounts !== undefined)
      movedCount += await moveCounts(table, account, pendingCounts.counts, throughHour);
  });
  return { accounts, hours: totals.size, moved: movedCount };
}
