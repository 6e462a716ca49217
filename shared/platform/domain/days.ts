/** Milliseconds of one UTC day. */
export const DAY_MS = 86_400_000;

/** Number of whole UTC days from 1970-01-01 to a moment. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** The date of a day number, as `yyyy-mm-dd`. */
export function dayDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A number of days as text: `1 day`, `30 days`. */
export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
