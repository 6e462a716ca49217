import { batchGet } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import {
  countName,
  countsToMove,
  dayOfHour,
  elsewhereName,
  type HourlyCount,
  hourlyCounts,
  hourlyName,
  hourOf,
  hourStart,
  packCount,
  unpackCount,
} from './domain/request-counts.ts';
import { firstHourOf, type UsageSeries, usageSeries } from './domain/usage-series.ts';
import { type AccountRecord, accountRecordOf, getAccountRecord } from './store/account-buckets.ts';
import { readUsageDays, removeCounts, type UsageDay, writeUsageDay } from './store/usage.ts';

export {
  elsewhereName,
  type HourlyCount,
  hourOf,
  isFromElsewhere,
  lastFinalHour,
} from './domain/request-counts.ts';

/** Whether it is time to move some of an account's counts (see `moveCounts`). */
export function movesDue(counts: readonly HourlyCount[], throughHour: number): boolean {
  return countsToMove(counts, throughHour).length > 0;
}

/** A credential's requests since it was made. */
export interface CredentialUse {
  readonly admitted: number;
  readonly refused: number;
  /** The hour, counted from the epoch, of the last request. */
  readonly lastHour: number;
}

/** When a credential was last used, to the hour and not before it was made; null for one that never was. */
export function lastUsedAt(use: CredentialUse | undefined, createdAt: string): string | null {
  if (use === undefined) return null;
  const hour = hourStart(use.lastHour);
  return hour < createdAt ? createdAt : hour;
}

/** Sessions unused for so many hours are forgotten by the totals, and keys for so many. */
const FORGOTTEN_HOURS = { s: 31 * 24, k: 400 * 24 } as const;

/** The counts of these accounts that are on their own items; accounts without any request are left out. */
export async function unmovedCounts(
  table: Table,
  accounts: readonly string[],
  nowMicros: number,
): Promise<{ account: string; counts: HourlyCount[] }[]> {
  const keys = accounts.map((account) => ITEMS.accountBucket.key({ account }));
  const byKey = new Map(keys.map(({ pk }, index) => [pk, accounts[index] ?? '']));
  const items = await batchGet(table, keys, { consistent: true });
  return items.map((item) => {
    const account = byKey.get(String(item.pk)) ?? '';
    return { account, counts: hourlyCounts(accountRecordOf(account, item).counts, hourOf(nowMicros)) };
  });
}

/** One day's usage with more counts. A count that is there already is replaced, so that a repeat changes nothing. */
function addToDay(before: UsageDay, more: readonly HourlyCount[]): UsageDay {
  const counts = { ...before.counts };
  const totals = { ...before.totals };
  for (const count of more) {
    const { hour, name } = count;
    const known = unpackCount(counts[hourlyName(hour, name)] ?? 0);
    const admitted = Math.max(count.admitted, known.admitted);
    const refused = Math.max(count.refused, known.refused);
    counts[hourlyName(hour, name)] = packCount({ admitted, refused });
    const total = totals[name] ?? { admitted: 0, refused: 0, last_hour: hour };
    totals[name] = {
      admitted: total.admitted + admitted - known.admitted,
      refused: total.refused + refused - known.refused,
      last_hour: Math.max(total.last_hour, hour),
    };
  }
  return { ...before, counts, totals, version: before.version + 1 };
}

/** A day without counts that goes on from the latest day before it. */
function newDay(day: string, latest: UsageDay | undefined, hour: number): UsageDay {
  const totals = Object.entries(latest?.totals ?? {}).filter(([name, { last_hour }]) => {
    const forgottenAfter = name.startsWith('s') ? FORGOTTEN_HOURS.s : FORGOTTEN_HOURS.k;
    return hour - last_hour <= forgottenAfter;
  });
  return { day, counts: {}, totals: Object.fromEntries(totals), version: 0 };
}

/**
 * Moves final counts from the account's own item to its days, if it is time to. Each step may be repeated: what was
 * moved is only then taken off, and only if it is still the same.
 *
 * @param throughHour the last hour that may be moved
 * @returns the number of counts that were moved
 */
export async function moveCounts(
  table: Table,
  account: string,
  counts: readonly HourlyCount[],
  throughHour: number,
): Promise<number> {
  const moving = countsToMove(counts, throughHour);
  if (moving.length === 0) return 0;
  let [latest] = await readUsageDays(table, account, { limit: 1 });
  for (const [day, ofDay] of Map.groupBy(moving, ({ hour }) => dayOfHour(hour))) {
    const [first] = ofDay;
    if (first === undefined) continue;
    if (latest !== undefined && latest.day > day) {
      // A count that came after its day was closed: it joins the day that is open.
      latest = addToDay(latest, ofDay);
    } else {
      latest = addToDay(latest?.day === day ? latest : newDay(day, latest, first.hour), ofDay);
    }
    if (!(await writeUsageDay(table, account, latest))) return 0;
  }
  return (await removeCounts(table, account, moving)) ? moving.length : 0;
}

/** What each credential of an account was used so far, by credential id. */
export async function credentialUses(
  table: Table,
  account: string,
  nowMicros: number,
): Promise<(credentialId: string) => CredentialUse | undefined> {
  // The counts first: what moves between the two reads is then counted twice at most, never left out.
  const record: AccountRecord | undefined = await getAccountRecord(table, account);
  const [latest] = await readUsageDays(table, account, { limit: 1 });
  const uses = new Map<string, CredentialUse>();
  for (const [name, { admitted, refused, last_hour }] of Object.entries(latest?.totals ?? {})) {
    uses.set(name, { admitted, refused, lastHour: last_hour });
  }
  for (const { name, hour, admitted, refused } of hourlyCounts(record?.counts ?? {}, hourOf(nowMicros))) {
    if (latest?.counts[hourlyName(hour, name)] !== undefined) continue;
    const before = uses.get(name) ?? { admitted: 0, refused: 0, lastHour: hour };
    uses.set(name, {
      admitted: before.admitted + admitted,
      refused: before.refused + refused,
      lastHour: Math.max(before.lastHour, hour),
    });
  }
  return (credentialId) => uses.get(countName(credentialId));
}

/**
 * Requests of an account, or of one of its credentials, by hour and by day up to now. Beyond 40 credentials in an hour
 * the others are counted together, in the account's series alone. Reads at most 90 days' items.
 */
export async function usageOf(
  table: Table,
  account: string,
  nowMicros: number,
  credentialId?: string,
): Promise<UsageSeries> {
  const hour = hourOf(nowMicros);
  // Reads the counts first. What moves between the two reads is then found twice, and is recognized by its hour and
  // name.
  const record = await getAccountRecord(table, account);
  const days = await readUsageDays(table, account, { fromDay: dayOfHour(firstHourOf(hour)) });
  const known = new Map<string, HourlyCount>();
  const unmoved = hourlyCounts(record?.counts ?? {}, hour);
  const moved = days.flatMap(({ day, counts }) => hourlyCounts(counts, hourOf(Date.parse(day) * 1_000)));
  for (const count of [...moved, ...unmoved]) {
    const place = `${count.hour} ${count.name}`;
    const { admitted = 0, refused = 0 } = known.get(place) ?? {};
    known.set(place, {
      ...count,
      admitted: Math.max(admitted, count.admitted),
      refused: Math.max(refused, count.refused),
    });
  }
  const names =
    credentialId === undefined ? undefined : [countName(credentialId), elsewhereName(credentialId)];
  const asked = [...known.values()].filter(({ name }) => names === undefined || names.includes(name));
  return usageSeries(asked, hour);
}
