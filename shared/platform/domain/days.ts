/** Milliseconds of one UTC day. */
export const DAY_MS = 86_400_000;

/** The number of whole UTC days between 1970-01-01 and the moment. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** The date of a day number, `yyyy-mm-dd`. */
export function dayDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A number of days in words: `1 day`, `30 days`. */
export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
