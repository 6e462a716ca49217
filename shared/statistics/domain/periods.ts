const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * How long counters are stored after the start of their period. This is longer than any period that a response
 * covers.
 */
const RETENTION_MS = { HOUR: 3 * DAY_MS, DAY: 40 * DAY_MS, KEYS: 40 * DAY_MS } as const;

/** Returns the counter group of the UTC hour that contains a time, such as `HOUR#2026-05-01T13`. */
export function hourGroupName(atMs: number): string {
  return `HOUR#${new Date(atMs).toISOString().slice(0, 13)}`;
}

/** Returns the counter group of the UTC day that contains a time, such as `DAY#2026-05-01`. */
export function dayGroupName(atMs: number): string {
  return `DAY#${new Date(atMs).toISOString().slice(0, 10)}`;
}

/**
 * Returns the time in epoch seconds after which the counters of a group may be deleted. Returns undefined for a
 * group that is stored permanently.
 */
export function expirySecondsOfGroup(group: string): number | undefined {
  const [kind = '', start = ''] = group.split('#');
  const startMs = Date.parse(kind === 'HOUR' ? `${start}:00:00Z` : start);
  if ((kind !== 'HOUR' && kind !== 'DAY' && kind !== 'KEYS') || Number.isNaN(startMs)) return undefined;
  return Math.ceil((startMs + RETENTION_MS[kind]) / SECOND_MS);
}

/** A period from the start of a UTC hour or day until now. Its figures are the sums of the counters of `groups`. */
export interface StatisticsPeriod {
  readonly fromMs: number;
  readonly groups: readonly string[];
}

/** Returns the period that consists of the current UTC hour and the previous 23 hours. */
export function periodOfLast24Hours(nowMs: number): StatisticsPeriod {
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
  return { fromMs, groups: Array.from({ length: 24 }, (_, hour) => hourGroupName(fromMs + hour * HOUR_MS)) };
}

/** Returns the period that consists of the current UTC day and the previous 29 days. */
export function periodOfLast30Days(nowMs: number): StatisticsPeriod {
  const fromMs = Math.floor(nowMs / DAY_MS) * DAY_MS - 29 * DAY_MS;
  return { fromMs, groups: Array.from({ length: 30 }, (_, day) => dayGroupName(fromMs + day * DAY_MS)) };
}
