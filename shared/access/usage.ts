import { batchGet } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import {
  credentialCountName,
  dayOfHour,
  disallowedAddressCountName,
  type HourlyCount,
  hourlyCountName,
  hourlyCounts,
  hourNumberOf,
  hourStartText,
  packCount,
  selectCountsToMove,
  unpackCount,
} from './domain/request-counts.ts';
import { firstSeriesHour, type UsageSeries, usageSeries } from './domain/usage-series.ts';
import { type AccountRecord, accountRecordOf, getAccountRecord } from './store/account-buckets.ts';
import { readUsageDays, removeCounts, type UsageDay, writeUsageDay } from './store/usage.ts';

export {
  disallowedAddressCountName,
  type HourlyCount,
  hourNumberOf,
  isDisallowedAddressCountName,
  lastFinalHour,
} from './domain/request-counts.ts';

/** Returns whether the account has counts that `moveCounts` would move now. */
export function hasCountsToMove(counts: readonly HourlyCount[], throughHour: number): boolean {
  return selectCountsToMove(counts, throughHour).length > 0;
}

/** Number of requests with a credential since it was created. */
export interface CredentialUse {
  readonly admitted: number;
  readonly refused: number;
  /** Hour of the last request, as the number of hours since the epoch. */
  readonly lastHour: number;
}

/**
 * Returns the time when a credential was last used, rounded down to the hour, but not earlier than its
 * creation. Returns null if it was never used.
 */
export function lastUsedAt(use: CredentialUse | undefined, createdAt: string): string | null {
  if (use === undefined) return null;
  const hour = hourStartText(use.lastHour);
  return hour < createdAt ? createdAt : hour;
}

/**
 * The totals of a credential are removed if it was not used for more than this number of hours. `s` is for sessions,
 * `k` is for API keys.
 */
const UNUSED_HOURS_MAX = { s: 31 * 24, k: 400 * 24 } as const;

/**
 * Returns the counts that are still in the accounts' items, because no job has moved them to the usage yet. The
 * result does not contain accounts without requests.
 */
export async function readPendingCounts(
  table: Table,
  accounts: readonly string[],
  nowMicros: number,
): Promise<{ account: string; counts: HourlyCount[] }[]> {
  const keys = accounts.map((account) => ITEMS.accountBucket.key({ account }));
  const accountByKey = new Map(keys.map(({ pk }, index) => [pk, accounts[index] ?? '']));
  const items = await batchGet(table, keys, { consistent: true });
  return items.map((item) => {
    const account = accountByKey.get(String(item.pk)) ?? '';
    return { account, counts: hourlyCounts(accountRecordOf(account, item).counts, hourNumberOf(nowMicros)) };
  });
}

/**
 * Adds counts to one day's usage. If the day already has a count for the same hour and name, the larger
 * numbers are kept. Therefore a repeated call changes nothing.
 */
function addCountsToDay(before: UsageDay, newCounts: readonly HourlyCount[]): UsageDay {
  const counts = { ...before.counts };
  const totals = { ...before.totals };
  for (const count of newCounts) {
    const { hour, name } = count;
    const storedCount = unpackCount(counts[hourlyCountName(hour, name)] ?? 0);
    const admitted = Math.max(count.admitted, storedCount.admitted);
    const refused = Math.max(count.refused, storedCount.refused);
    counts[hourlyCountName(hour, name)] = packCount({ admitted, refused });
    const total = totals[name] ?? { admitted: 0, refused: 0, last_hour: hour };
    totals[name] = {
      admitted: total.admitted + admitted - storedCount.admitted,
      refused: total.refused + refused - storedCount.refused,
      last_hour: Math.max(total.last_hour, hour),
    };
  }
  return { ...before, counts, totals, version: before.version + 1 };
}

/**
 * Returns the usage of a new day. It contains the totals of `latestDay`, except totals of credentials that were not
 * used for a long time (see UNUSED_HOURS_MAX).
 */
function createUsageDay(day: string, latestDay: UsageDay | undefined, hour: number): UsageDay {
  const totals = Object.entries(latestDay?.totals ?? {}).filter(([name, { last_hour }]) => {
    const maxUnusedHours = name.startsWith('s') ? UNUSED_HOURS_MAX.s : UNUSED_HOURS_MAX.k;
    return hour - last_hour <= maxUnusedHours;
  });
  return { day, counts: {}, totals: Object.fromEntries(totals), version: 0 };
}

/**
 * Moves the counts that `selectCountsToMove` selects from the account's item to the account's usage. An interrupted
 * call can be repeated, because counts are removed from the item only after they were added to the usage. If one of
 * the counts has changed in the meantime, none of them is removed.
 * @param throughHour the last hour whose counts may be moved
 * @returns the number of moved counts
 */
export async function moveCounts(
  table: Table,
  account: string,
  counts: readonly HourlyCount[],
  throughHour: number,
): Promise<number> {
  const movableCounts = selectCountsToMove(counts, throughHour);
  if (movableCounts.length === 0) return 0;
  let [latestDay] = await readUsageDays(table, account, { limit: 1 });
  for (const [day, countsOfDay] of Map.groupBy(movableCounts, ({ hour }) => dayOfHour(hour))) {
    const [first] = countsOfDay;
    if (first === undefined) continue;
    if (latestDay !== undefined && latestDay.day > day) {
      // These counts belong to an earlier day but arrive late. They are added to the latest day, because only the
      // latest day contains the current totals.
      latestDay = addCountsToDay(latestDay, countsOfDay);
    } else {
      latestDay = addCountsToDay(
        latestDay?.day === day ? latestDay : createUsageDay(day, latestDay, first.hour),
        countsOfDay,
      );
    }
    if (!(await writeUsageDay(table, account, latestDay))) return 0;
  }
  return (await removeCounts(table, account, movableCounts)) ? movableCounts.length : 0;
}

/**
 * Returns a function that takes the id of a credential and returns its use: the number of its requests, and the
 * hour of the last one.
 */
export async function readCredentialUses(
  table: Table,
  account: string,
  nowMicros: number,
): Promise<(credentialId: string) => CredentialUse | undefined> {
  // The account's record must be read before the stored day. If a job moves a count between these two reads,
  // the count is in both results, and the duplicate is ignored. In the opposite order, the count would be
  // missing.
  const record: AccountRecord | undefined = await getAccountRecord(table, account);
  const [latestDay] = await readUsageDays(table, account, { limit: 1 });
  const uses = new Map<string, CredentialUse>();
  for (const [name, { admitted, refused, last_hour }] of Object.entries(latestDay?.totals ?? {})) {
    uses.set(name, { admitted, refused, lastHour: last_hour });
  }
  for (const { name, hour, admitted, refused } of hourlyCounts(
    record?.counts ?? {},
    hourNumberOf(nowMicros),
  )) {
    if (latestDay?.counts[hourlyCountName(hour, name)] !== undefined) continue;
    const before = uses.get(name) ?? { admitted: 0, refused: 0, lastHour: hour };
    uses.set(name, {
      admitted: before.admitted + admitted,
      refused: before.refused + refused,
      lastHour: Math.max(before.lastHour, hour),
    });
  }
  return (credentialId) => uses.get(credentialCountName(credentialId));
}

/**
 * Returns the number of requests of an account or of one credential, by hour and by day. If more than 40 credentials
 * are used in an hour, only 40 of them are counted separately. The requests of the other credentials are counted only
 * for the account. Reads at most 90 items.
 */
export async function readUsage(
  table: Table,
  account: string,
  nowMicros: number,
  credentialId?: string,
): Promise<UsageSeries> {
  const hour = hourNumberOf(nowMicros);
  // The account's record must be read before the stored days. If a job moves a count between these two reads,
  // the count is in both results. The duplicate has the same hour and name and is ignored.
  const record = await getAccountRecord(table, account);
  const days = await readUsageDays(table, account, { fromDay: dayOfHour(firstSeriesHour(hour)) });
  const countsByHour = new Map<string, HourlyCount>();
  const pendingCounts = hourlyCounts(record?.counts ?? {}, hour);
  const storedDayCounts = days.flatMap(({ day, counts }) =>
    hourlyCounts(counts, hourNumberOf(Date.parse(day) * 1_000)),
  );
  for (const count of [...storedDayCounts, ...pendingCounts]) {
    const countKey = `${count.hour} ${count.name}`;
    const { admitted = 0, refused = 0 } = countsByHour.get(countKey) ?? {};
    countsByHour.set(countKey, {
      ...count,
      admitted: Math.max(admitted, count.admitted),
      refused: Math.max(refused, count.refused),
    });
  }
  const names =
    credentialId === undefined
      ? undefined
      : [credentialCountName(credentialId), disallowedAddressCountName(credentialId)];
  const requestedCounts = [...countsByHour.values()].filter(
    ({ name }) => names === undefined || names.includes(name),
  );
  return usageSeries(requestedCounts, hour);
}
