import { batchGet } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import {
  credentialCountName,
  dayOfHour,
  disallowedAddressCountName,
  formatHourStart,
  type HourlyCount,
  hourlyCountName,
  hourNumberOf,
  packRequestCount,
  parseHourlyCounts,
  selectCountsToMove,
  unpackCount,
} from './domain/request-counts.ts';
import { buildUsageSeries, computeFirstSeriesHour, type UsageSeries } from './domain/usage-series.ts';
import { type AccountRecord, accountRecordOf, getAccountRecord } from './store/account-buckets.ts';
import { readUsageDays, removeCounts, type UsageDay, writeUsageDay } from './store/usage.ts';

export {
  disallowedAddressCountName,
  type HourlyCount,
  hourNumberOf,
  isDisallowedAddressCountName,
  lastFinalHourAt as lastFinalHour,
} from './domain/request-counts.ts';

export function hasCountsToMove(counts: readonly HourlyCount[], lastMovableHour: number): boolean {
  return selectCountsToMove(counts, lastMovableHour).length > 0;
}

/** Number of requests with a credential since it was created. */
export interface CredentialRequestCounts {
  readonly admitted: number;
  readonly refused: number;
  /** Hour of the last request, as the number of hours since the epoch. */
  readonly lastHour: number;
}

/**
 * Returns the time when a credential was last used, rounded down to the hour, but not earlier than its
 * creation. Returns null if it was never used.
 */
export function lastUseTimeOf(use: CredentialRequestCounts | undefined, createdAt: string): string | null {
  if (use === undefined) return null;
  const hour = formatHourStart(use.lastHour);
  return hour < createdAt ? createdAt : hour;
}

/** Hours after which the totals of an unused credential are removed. `s`: sessions, `k`: API keys. */
const UNUSED_HOURS_MAX = { s: 31 * 24, k: 400 * 24 } as const;

/**
 * Returns the pending request counts of each account. These are counts in the account's item that no job has moved to
 * the usage items yet. Accounts without requests are left out.
 */
export async function readPendingCounts(
  table: Table,
  accountIds: readonly string[],
  nowMicros: number,
): Promise<{ account: string; counts: HourlyCount[] }[]> {
  const keys = accountIds.map((account) => ITEMS.accountBucket.key({ account }));
  const accountByPartitionKey = new Map(keys.map(({ pk }, index) => [pk, accountIds[index] ?? '']));
  const items = await batchGet(table, keys, { consistent: true });
  return items.map((item) => {
    const account = accountByPartitionKey.get(String(item.pk)) ?? '';
    return {
      account,
      counts: parseHourlyCounts(accountRecordOf(account, item).counts, hourNumberOf(nowMicros)),
    };
  });
}

/**
 * Adds counts to one day's usage. If the day already has a count for the same hour and name, the larger
 * numbers are kept. Therefore a repeated call changes nothing.
 */
function addCountsToDay(usageBefore: UsageDay, newCounts: readonly HourlyCount[]): UsageDay {
  const counts = { ...usageBefore.counts };
  const totalsByName = { ...usageBefore.totals };
  for (const count of newCounts) {
    const { hour, name } = count;
    const storedCount = unpackCount(counts[hourlyCountName(hour, name)] ?? 0);
    const admittedCount = Math.max(count.admitted, storedCount.admitted);
    const refusedCount = Math.max(count.refused, storedCount.refused);
    counts[hourlyCountName(hour, name)] = packRequestCount({
      admitted: admittedCount,
      refused: refusedCount,
    });
    const total = totalsByName[name] ?? { admitted: 0, refused: 0, last_hour: hour };
    totalsByName[name] = {
      admitted: total.admitted + admittedCount - storedCount.admitted,
      refused: total.refused + refusedCount - storedCount.refused,
      last_hour: Math.max(total.last_hour, hour),
    };
  }
  return { ...usageBefore, counts, totals: totalsByName, version: usageBefore.version + 1 };
}

/**
 * Returns the usage of a new day. It starts with the totals of `latestUsageDay`, without the totals of credentials that
 * were unused for longer than UNUSED_HOURS_MAX.
 */
function createUsageDay(day: string, latestUsageDay: UsageDay | undefined, hour: number): UsageDay {
  const recentTotals = Object.entries(latestUsageDay?.totals ?? {}).filter(([name, { last_hour }]) => {
    const maxUnusedHours = name.startsWith('s') ? UNUSED_HOURS_MAX.s : UNUSED_HOURS_MAX.k;
    return hour - last_hour <= maxUnusedHours;
  });
  return { day, counts: {}, totals: Object.fromEntries(recentTotals), version: 0 };
}

/**
 * Moves the counts from the account's item to the account's usage. Each count is removed only after it was added, so
 * that an interrupted call can be repeated.
 * @param lastMovableHour the last hour whose counts may be moved
 * @returns the number of moved counts
 */
export async function moveRequestCounts(
  table: Table,
  account: string,
  counts: readonly HourlyCount[],
  lastMovableHour: number,
): Promise<number> {
  const movableCounts = selectCountsToMove(counts, lastMovableHour);
  if (movableCounts.length === 0) return 0;
  let [latestUsageDay] = await readUsageDays(table, account, { limit: 1 });
  for (const [day, countsOfDay] of Map.groupBy(movableCounts, ({ hour }) => dayOfHour(hour))) {
    const [first] = countsOfDay;
    if (first === undefined) continue;
    if (latestUsageDay !== undefined && latestUsageDay.day > day) {
      // Counts of an earlier day may arrive late. They are added to the latest day, because the next day starts with
      // its totals.
      latestUsageDay = addCountsToDay(latestUsageDay, countsOfDay);
    } else {
      latestUsageDay = addCountsToDay(
        latestUsageDay?.day === day ? latestUsageDay : createUsageDay(day, latestUsageDay, first.hour),
        countsOfDay,
      );
    }
    if (!(await writeUsageDay(table, account, latestUsageDay))) return 0;
  }
  return (await removeCounts(table, account, movableCounts)) ? movableCounts.length : 0;
}

/**
 * Reads how often and when an account's credentials were used. The returned function finds the use of one
 * credential by its id.
 */
export async function readCredentialUses(
  table: Table,
  account: string,
  nowMicros: number,
): Promise<(credentialId: string) => CredentialRequestCounts | undefined> {
  // The account's record must be read first. If a job moves a count between the two reads, the count is in
  // both results, and the duplicate is ignored. In the opposite order, the count would be missing.
  const record: AccountRecord | undefined = await getAccountRecord(table, account);
  const [latestUsageDay] = await readUsageDays(table, account, { limit: 1 });
  const uses = new Map<string, CredentialRequestCounts>();
  for (const [name, { admitted, refused, last_hour }] of Object.entries(latestUsageDay?.totals ?? {})) {
    uses.set(name, { admitted, refused, lastHour: last_hour });
  }
  for (const { name, hour, admitted, refused } of parseHourlyCounts(
    record?.counts ?? {},
    hourNumberOf(nowMicros),
  )) {
    if (latestUsageDay?.counts[hourlyCountName(hour, name)] !== undefined) continue;
    const previousUse = uses.get(name) ?? { admitted: 0, refused: 0, lastHour: hour };
    uses.set(name, {
      admitted: previousUse.admitted + admitted,
      refused: previousUse.refused + refused,
      lastHour: Math.max(previousUse.lastHour, hour),
    });
  }
  return (credentialId) => uses.get(credentialCountName(credentialId));
}

/**
 * Returns the requests of an account or of one credential, by hour and by day. If more than 40 credentials send
 * requests in an hour, the requests of the remaining credentials are counted only for the account.
 */
export async function readUsage(
  table: Table,
  account: string,
  nowMicros: number,
  credentialId?: string,
): Promise<UsageSeries> {
  const hour = hourNumberOf(nowMicros);
  // The account's record must be read before the stored days. Otherwise a count that a job moves between the
  // two reads would be missing.
  const record = await getAccountRecord(table, account);
  const days = await readUsageDays(table, account, { fromDay: dayOfHour(computeFirstSeriesHour(hour)) });
  const countsByHour = new Map<string, HourlyCount>();
  const pendingCounts = parseHourlyCounts(record?.counts ?? {}, hour);
  const storedHourlyCounts = days.flatMap(({ day, counts }) =>
    parseHourlyCounts(counts, hourNumberOf(Date.parse(day) * 1_000)),
  );
  for (const count of [...storedHourlyCounts, ...pendingCounts]) {
    const hourAndName = `${count.hour} ${count.name}`;
    const { admitted = 0, refused = 0 } = countsByHour.get(hourAndName) ?? {};
    countsByHour.set(hourAndName, {
      ...count,
      admitted: Math.max(admitted, count.admitted),
      refused: Math.max(refused, count.refused),
    });
  }
  const requestedCountNames =
    credentialId === undefined
      ? undefined
      : [credentialCountName(credentialId), disallowedAddressCountName(credentialId)];
  const requestedCounts = [...countsByHour.values()].filter(
    ({ name }) => requestedCountNames === undefined || requestedCountNames.includes(name),
  );
  return buildUsageSeries(requestedCounts, hour);
}
