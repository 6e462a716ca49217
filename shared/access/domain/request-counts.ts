import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * Requests are counted on the account's item, which must stay below 1 KB, the size of one write
 * unit. Each credential and hour has one number under a name of eight characters. A job moves the
 * counts to the account's usage.
 */

/** Number of requests of one credential in one hour. */
export interface RequestCount {
  readonly admitted: number;
  /** Requests rejected by the rate limit or because of their IP address. */
  readonly refused: number;
}

const HOUR_MICROS = 3_600_000_000;
const HOUR_DIGITS = 2;
/** Number of hours that two base-62 digits can distinguish. They repeat after 160 days. */
const HOURS = 62 ** HOUR_DIGITS;
const ID_CHARACTERS = 5;
const WRONG_SOURCE_KIND = 'x';

/**
 * Name under which requests of all further credentials are counted when an item has `COUNTED_MAX`
 * counts.
 */
export const REST = '*';
/**
 * Maximum number of counts on an item. With 8 characters and 16 digits each, they leave 300 bytes
 * of 1 KB to the bucket.
 */
export const COUNTED_MAX = 40;

/**
 * One number holds admitted and rejected requests. At most 60,000 requests a minute make 3.6
 * million an hour.
 */
const REFUSED_UNIT = 100_000_000;

/** Returns the hour of a time in epoch microseconds, counted from the epoch. */
export function hourOf(micros: number): number {
  return Math.floor(micros / HOUR_MICROS);
}

/** Returns the name of a credential in the counts: its kind and the first characters of its id. */
export function countName(credentialId: string): string {
  return (credentialId.startsWith(ID_PREFIXES.session) ? 's' : 'k') + startOfCredentialId(credentialId);
}

/**
 * Returns the name for rejected requests from an IP address outside the key's allowlist. They are
 * counted apart from those that the limit rejects.
 */
export function wrongSourceName(keyId: string): string {
  return WRONG_SOURCE_KIND + startOfCredentialId(keyId);
}

/** Returns whether a count has requests from an IP address outside the key's allowlist. */
export function isWrongSourceName(name: string): boolean {
  return name.startsWith(WRONG_SOURCE_KIND);
}

function startOfCredentialId(id: string): string {
  const start = id.indexOf('_') + 1;
  return id.slice(start, start + ID_CHARACTERS);
}

/** Returns the name under which a credential's requests of an hour are counted. */
export function hourlyName(hour: number, name: string): string {
  return toBase62(BigInt(hour % HOURS), HOUR_DIGITS) + name;
}

/** Parses such a name. The hour is the one near `nearHour`. */
function parseHourlyName(text: string, nearHour: number): { hour: number; name: string } {
  const hourDigits = fromBase62(text.slice(0, HOUR_DIGITS));
  const hourOffset = (((nearHour - hourDigits) % HOURS) + HOURS) % HOURS;
  // A fast clock may have counted an hour that has not begun here.
  return {
    hour: hourOffset > HOURS / 2 ? nearHour - hourOffset + HOURS : nearHour - hourOffset,
    name: text.slice(HOUR_DIGITS),
  };
}

/** Returns a count as one number. Such numbers can be added. */
export function packCount({ admitted, refused }: RequestCount): number {
  return admitted + refused * REFUSED_UNIT;
}

export function unpackCount(packedCount: number): RequestCount {
  return { admitted: packedCount % REFUSED_UNIT, refused: Math.floor(packedCount / REFUSED_UNIT) };
}

/** Requests of one credential in one hour, counted from the epoch. */
export interface HourlyCount extends RequestCount {
  readonly hour: number;
  readonly name: string;
}

/** Parses the counts of an item, oldest first. `nearHour` must be within 80 days of all of them. */
export function hourlyCounts(counts: Readonly<Record<string, number>>, nearHour: number): HourlyCount[] {
  return Object.entries(counts)
    .map(([text, packedCount]) => ({ ...parseHourlyName(text, nearHour), ...unpackCount(packedCount) }))
    .toSorted((a, b) => a.hour - b.hour);
}

/**
 * An hour's counts are final after this time, because DynamoDB rejects requests that are 15 minutes
 * old.
 */
const FINAL_AFTER_MICROS = 20 * 60_000_000;

/** Returns the last hour whose counts are final. */
export function lastFinalHour(micros: number): number {
  return hourOf(micros - FINAL_AFTER_MICROS) - 1;
}

/** Returns the day (UTC) of an hour, such as `2026-05-01`. */
export function dayOfHour(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString().slice(0, 10);
}

/** Returns the start of an hour in ISO 8601. */
export function hourStart(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString();
}

/**
 * Number of counts from which they are moved hourly. Fewer counts are moved once a day, to save
 * writes.
 */
const HOURLY_MOVE_MIN = COUNTED_MAX / 2;

/**
 * Returns the counts to move to the account's usage. `throughHour` is the last hour that may be
 * moved.
 */
export function countsToMove(counts: readonly HourlyCount[], throughHour: number): HourlyCount[] {
  const finalCounts = counts.filter(({ hour }) => hour <= throughHour);
  const isFull = counts.length >= HOURLY_MOVE_MIN;
  const today = dayOfHour(throughHour + 1);
  return isFull || finalCounts.some(({ hour }) => dayOfHour(hour) < today) ? finalCounts : [];
}
