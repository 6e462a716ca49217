import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * Requests are counted in the account's item. The item must stay below 1 KB, because a larger item costs more than
 * one write unit. For each credential and hour, the item stores one number under a name of eight characters. A job
 * moves these numbers to the usage of the account.
 */

/** Number of requests of one credential in one hour. */
export interface RequestCount {
  readonly admitted: number;
  /** Number of requests that were rejected by the rate limit or because of their IP address. */
  readonly refused: number;
}

const HOUR_MICROS = 3_600_000_000;
const HOUR_DIGITS = 2;
/** Number of different hours that two base-62 digits can represent. The digits repeat after 160 days. */
const ENCODABLE_HOUR_COUNT = 62 ** HOUR_DIGITS;
const COUNT_NAME_ID_CHARACTERS = 5;
const DISALLOWED_ADDRESS_COUNT_PREFIX = 'x';

/** Name of the count for all further credentials when the item already has `COUNTS_PER_ITEM_MAX` counts. */
export const SHARED_COUNT_NAME = '*';
/** Maximum number of counts in an account's item. It keeps the item below 1 KB, the size of one write unit. */
export const COUNTS_PER_ITEM_MAX = 40;

/**
 * One number stores both counts of an hour: `admitted + refused * REJECTED_COUNT_FACTOR`. An hour has at most 3.6
 * million requests (60,000 per minute). Therefore `admitted` always stays below REJECTED_COUNT_FACTOR.
 */
const REJECTED_COUNT_FACTOR = 100_000_000;

/** Returns the number of whole hours since the epoch. */
export function hourNumberOf(epochMicros: number): number {
  return Math.floor(epochMicros / HOUR_MICROS);
}

/** Returns the count name of a credential: a letter for its kind, and the first characters of its id. */
export function credentialCountName(credentialId: string): string {
  return (credentialId.startsWith(ID_PREFIXES.session) ? 's' : 'k') + shortenCredentialId(credentialId);
}

/** Returns the name under which requests from IP addresses outside the key's allowlist are counted. */
export function disallowedAddressCountName(keyId: string): string {
  return DISALLOWED_ADDRESS_COUNT_PREFIX + shortenCredentialId(keyId);
}

export function isDisallowedAddressCountName(name: string): boolean {
  return name.startsWith(DISALLOWED_ADDRESS_COUNT_PREFIX);
}

function shortenCredentialId(id: string): string {
  const start = id.indexOf('_') + 1;
  return id.slice(start, start + COUNT_NAME_ID_CHARACTERS);
}

/** Returns the name under which an account's item stores the count of a credential in one hour. */
export function hourlyCountName(hour: number, name: string): string {
  return toBase62(BigInt(hour % ENCODABLE_HOUR_COUNT), HOUR_DIGITS) + name;
}

/**
 * Parses the name of an hourly count. The two digits for the hour repeat after 160 days, so the function chooses the
 * matching hour that is closest to `currentHour`.
 */
function parseHourlyCountName(text: string, currentHour: number): { hour: number; name: string } {
  const hourRemainder = fromBase62(text.slice(0, HOUR_DIGITS));
  const hourOffset =
    (((currentHour - hourRemainder) % ENCODABLE_HOUR_COUNT) + ENCODABLE_HOUR_COUNT) % ENCODABLE_HOUR_COUNT;
  // The hour may be later than `currentHour`, because the clocks of machines differ.
  return {
    hour:
      hourOffset > ENCODABLE_HOUR_COUNT / 2
        ? currentHour - hourOffset + ENCODABLE_HOUR_COUNT
        : currentHour - hourOffset,
    name: text.slice(HOUR_DIGITS),
  };
}

/** Packs both counts into one number, so that DynamoDB can add counts with one `+`. */
export function packRequestCount({ admitted, refused }: RequestCount): number {
  return admitted + refused * REJECTED_COUNT_FACTOR;
}

export function unpackCount(packedCount: number): RequestCount {
  return {
    admitted: packedCount % REJECTED_COUNT_FACTOR,
    refused: Math.floor(packedCount / REJECTED_COUNT_FACTOR),
  };
}

/** Requests of one credential in one hour. `hour` is the number of hours since the epoch. */
export interface HourlyCount extends RequestCount {
  readonly hour: number;
  readonly name: string;
}

/**
 * Parses the counts of an item and returns them oldest first. Their hours must be within 80 days of `currentHour`,
 * because the hour in a count's name repeats after 160 days.
 */
export function parseHourlyCounts(
  packedCountByName: Readonly<Record<string, number>>,
  currentHour: number,
): HourlyCount[] {
  return Object.entries(packedCountByName)
    .map(([text, packedCount]) => ({
      ...parseHourlyCountName(text, currentHour),
      ...unpackCount(packedCount),
    }))
    .toSorted((a, b) => a.hour - b.hour);
}

/**
 * The counts of an hour are final when this time has passed since the end of the hour. DynamoDB rejects requests with
 * a timestamp older than 15 minutes, so no delayed write can change the hour later.
 */
const COUNTS_FINAL_AFTER_MICROS = 20 * 60_000_000;

export function lastFinalHourAt(epochMicros: number): number {
  return hourNumberOf(epochMicros - COUNTS_FINAL_AFTER_MICROS) - 1;
}

/** Returns the day (UTC) of an hour, such as `2026-05-01`. `hour` is the number of hours since the epoch. */
export function dayOfHour(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString().slice(0, 10);
}

/** Returns the start of an hour in ISO 8601. `hour` is the number of hours since the epoch. */
export function formatHourStart(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString();
}

/**
 * If an account's item has at least this many request counts, a job stores them in the daily usage every hour. Fewer
 * counts wait until the day is over, because this saves writes.
 */
const COUNTS_MIN_FOR_HOURLY_MOVE = COUNTS_PER_ITEM_MAX / 2;

/**
 * Returns the hourly counts that must be moved to the stored usage of the account. Returns none if there are few
 * counts and all are of the current day. `lastMovableHour` is the last hour whose counts may be moved.
 */
export function selectCountsToMove(counts: readonly HourlyCount[], lastMovableHour: number): HourlyCount[] {
  const movableCounts = counts.filter(({ hour }) => hour <= lastMovableHour);
  const hasEnoughCountsToMove = counts.length >= COUNTS_MIN_FOR_HOURLY_MOVE;
  const currentDay = dayOfHour(lastMovableHour + 1);
  return hasEnoughCountsToMove || movableCounts.some(({ hour }) => dayOfHour(hour) < currentDay)
    ? movableCounts
    : [];
}
