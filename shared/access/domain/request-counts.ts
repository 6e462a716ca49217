import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * How requests are counted on the account's own item, which one write unit covers up to 1 KB: a number for each
 * credential and hour, under a name of eight characters. A job moves them to the account's usage.
 */

/** Requests of one credential in one hour. */
export interface RequestCount {
  readonly admitted: number;
  /** Refused by the rate limit, or for the address that they came from. */
  readonly refused: number;
}

const HOUR_MICROS = 3_600_000_000;
const HOUR_DIGITS = 2;
/** Two base-62 digits, which repeat only after 160 days. */
const HOURS = 62 ** HOUR_DIGITS;
const ID_CHARACTERS = 5;
const ELSEWHERE = 'x';

/** Credentials beyond `COUNTED_MAX` in an item are counted together, under this name. */
export const REST = '*';
/** Numbers on an item: with eight characters and sixteen digits each they leave 300 bytes of 1 KB to the bucket. */
export const COUNTED_MAX = 40;

/** One number holds both: an account's 60,000 requests a minute come to 3.6 million in an hour. */
const REFUSED_UNIT = 100_000_000;

/** The hour, counted from the epoch, in which a moment lies. */
export function hourOf(micros: number): number {
  return Math.floor(micros / HOUR_MICROS);
}

/** What a credential is called among the counts of its account: the kind, and the first characters of its id. */
export function countName(credentialId: string): string {
  return (credentialId.startsWith(ID_PREFIXES.session) ? 's' : 'k') + idStart(credentialId);
}

/** Under which name a key's refusals are counted that came from where it may not be used: apart from the limit's. */
export function elsewhereName(keyId: string): string {
  return ELSEWHERE + idStart(keyId);
}

/** Whether a count is of requests from where their key may not be used. */
export function isFromElsewhere(name: string): boolean {
  return name.startsWith(ELSEWHERE);
}

function idStart(id: string): string {
  const start = id.indexOf('_') + 1;
  return id.slice(start, start + ID_CHARACTERS);
}

/** Under which name a credential's (or the REST's) requests of an hour are counted. */
export function hourlyName(hour: number, name: string): string {
  return toBase62(BigInt(hour % HOURS), HOUR_DIGITS) + name;
}

/** The hour, near `nearHour`, and the credential of such a name. */
function parseHourlyName(text: string, nearHour: number): { hour: number; name: string } {
  const within = fromBase62(text.slice(0, HOUR_DIGITS));
  const back = (((nearHour - within) % HOURS) + HOURS) % HOURS;
  // A clock that runs ahead may have counted an hour that has not begun here.
  return {
    hour: back > HOURS / 2 ? nearHour - back + HOURS : nearHour - back,
    name: text.slice(HOUR_DIGITS),
  };
}

/** The number that stands for a count, and that counts add up by. */
export function packCount({ admitted, refused }: RequestCount): number {
  return admitted + refused * REFUSED_UNIT;
}

export function unpackCount(packed: number): RequestCount {
  return { admitted: packed % REFUSED_UNIT, refused: Math.floor(packed / REFUSED_UNIT) };
}

/** Requests of one credential (or the REST of them) in one hour, counted from the epoch. */
export interface HourlyCount extends RequestCount {
  readonly hour: number;
  readonly name: string;
}

/** Counts as an item holds them, oldest first; `nearHour` is within 80 days of all of them. */
export function hourlyCounts(counts: Readonly<Record<string, number>>, nearHour: number): HourlyCount[] {
  return Object.entries(counts)
    .map(([text, packed]) => ({ ...parseHourlyName(text, nearHour), ...unpackCount(packed) }))
    .toSorted((a, b) => a.hour - b.hour);
}

/** An hour's counts are final once no request of it can be under way any more: DynamoDB takes none 15 minutes old. */
const FINAL_AFTER_MICROS = 20 * 60_000_000;

/** The last hour whose counts are final at a moment. */
export function lastFinalHour(micros: number): number {
  return hourOf(micros - FINAL_AFTER_MICROS) - 1;
}

/** The day (UTC) in which an hour lies, such as `2026-05-01`. */
export function dayOfHour(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString().slice(0, 10);
}

/** When an hour begins, in ISO 8601. */
export function hourStart(hour: number): string {
  return new Date((hour * HOUR_MICROS) / 1_000).toISOString();
}

/** From so many counts on they are moved hourly; fewer wait for the end of their day, so that a move pays. */
const MOVED_FROM = COUNTED_MAX / 2;

/** The counts that are to be moved to the account's usage by a run that may move hours up to `throughHour`. */
export function countsToMove(counts: readonly HourlyCount[], throughHour: number): HourlyCount[] {
  const final = counts.filter(({ hour }) => hour <= throughHour);
  const isFull = counts.length >= MOVED_FROM;
  const today = dayOfHour(throughHour + 1);
  return isFull || final.some(({ hour }) => dayOfHour(hour) < today) ? final : [];
}
