export const DAY_MS = 86_400_000;

/** Returns the number of whole UTC days from 1970-01-01 to a time in epoch milliseconds. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** Returns the date of a day, as `yyyy-mm-dd`. `day` is a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
