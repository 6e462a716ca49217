/**
 * The daily history of a quarter is stored as little-endian float32: first the APYs in percent, then the TVLs in USD,
 * one value per day. NaN means unknown. An item has less than 1 kB, so that a write costs one unit.
 */

const DAY_MS = 86_400_000;
const BYTES_PER_VALUE = Float32Array.BYTES_PER_ELEMENT;

/**
 * Consecutive days, oldest first. Entry `i` is the day `firstDay + i` (days since 1970-01-01). APY is in percent, TVL
 * in USD. NaN means unknown.
 */
export interface DailySeries {
  readonly firstDay: number;
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
}

/** A calendar quarter with its name (`2026Q3`) and days. */
export interface Quarter {
  readonly name: string;
  readonly firstDay: number;
  readonly days: number;
}

export interface PackedQuarter {
  readonly quarter: string;
  readonly packedDays: Uint8Array;
}

/** Returns the quarter with this index. Index 0 is the first quarter of the year 0. */
function quarterAt(index: number): Quarter {
  const year = Math.floor(index / 4);
  const firstMonthIndex = (index % 4) * 3;
  const firstDay = Date.UTC(year, firstMonthIndex, 1) / DAY_MS;
  return {
    name: `${year}Q${(index % 4) + 1}`,
    firstDay,
    days: Date.UTC(year, firstMonthIndex + 3, 1) / DAY_MS - firstDay,
  };
}

function quarterIndex(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
}

/** Returns the quarter of a day (days since 1970-01-01), for the years 1970 to 9999. */
export function quarterOf(day: number): Quarter {
  return quarterAt(quarterIndex(day));
}

/**
 * Returns the quarter with a name such as `2026Q3`.
 * @throws RangeError for a name in another format
 */
export function parseQuarter(name: string): Quarter {
  const match = /^(\d{4})Q([1-4])$/.exec(name);
  if (match === null) throw new RangeError(`Not a quarter: ${name}`);
  return quarterAt(Number(match[1]) * 4 + Number(match[2]) - 1);
}

export function createEmptySeries(firstDay: number, days: number): DailySeries {
  return {
    firstDay,
    apy: new Float32Array(days).fill(Number.NaN),
    tvl: new Float32Array(days).fill(Number.NaN),
  };
}

/** Returns the packed days of a series, with one element per quarter. Quarters without a known day are left out. */
export function packSeries(series: DailySeries): PackedQuarter[] {
  const packedQuarters: PackedQuarter[] = [];
  const endDay = series.firstDay + series.apy.length;
  for (let day = series.firstDay; day < endDay; ) {
    const quarter = quarterOf(day);
    const quarterBytes = packQuarter(quarter, series);
    if (quarterBytes !== undefined) packedQuarters.push({ quarter: quarter.name, packedDays: quarterBytes });
    day = quarter.firstDay + quarter.days;
  }
  return packedQuarters;
}

/** Encodes the values of a series in one quarter. Returns undefined if the series has no value in this quarter. */
function packQuarter(quarter: Quarter, series: DailySeries): Uint8Array | undefined {
  const quarterBytes = createEmptyQuarterBytes(quarter);
  const view = dataViewOfQuarter(quarter, quarterBytes);
  const dayOffset = quarter.firstDay - series.firstDay;
  let hasKnownDay = false;
  for (let index = Math.max(0, -dayOffset); index < quarter.days; index += 1) {
    const apy = series.apy[index + dayOffset];
    const tvl = series.tvl[index + dayOffset];
    if (apy === undefined || tvl === undefined) break;
    view.setFloat32(index * BYTES_PER_VALUE, apy, true);
    view.setFloat32((quarter.days + index) * BYTES_PER_VALUE, tvl, true);
    hasKnownDay ||= !Number.isNaN(apy) || !Number.isNaN(tvl);
  }
  return hasKnownDay ? quarterBytes : undefined;
}

/** Unpacks the days from `firstDay` to `lastDay`, both included. The quarters may have any order. */
export function unpackSeries(
  packedQuarters: Iterable<PackedQuarter>,
  firstDay: number,
  lastDay: number,
): DailySeries {
  const series = createEmptySeries(firstDay, lastDay - firstDay + 1);
  for (const { quarter: name, packedDays } of packedQuarters) {
    const quarter = parseQuarter(name);
    const view = dataViewOfQuarter(quarter, packedDays);
    const startDay = Math.max(firstDay, quarter.firstDay);
    const endDay = Math.min(lastDay + 1, quarter.firstDay + quarter.days);
    for (let day = startDay; day < endDay; day += 1) {
      const offset = (day - quarter.firstDay) * BYTES_PER_VALUE;
      series.apy[day - firstDay] = view.getFloat32(offset, true);
      series.tvl[day - firstDay] = view.getFloat32(quarter.days * BYTES_PER_VALUE + offset, true);
    }
  }
  return series;
}

/** The bytes of a little-endian float32 that is NaN. */
const NAN_BYTES = Uint8Array.of(0, 0, 0xc0, 0x7f);

function createEmptyQuarterBytes(quarter: Quarter): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.alloc(quarter.days * 2 * BYTES_PER_VALUE, NAN_BYTES);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function dataViewOfQuarter(quarter: Quarter, quarterBytes: Uint8Array): DataView {
  if (quarterBytes.length !== quarter.days * 2 * BYTES_PER_VALUE) {
    throw new RangeError(`The packed days of ${quarter.name} are ${quarterBytes.length} bytes long.`);
  }
  return new DataView(quarterBytes.buffer, quarterBytes.byteOffset, quarterBytes.byteLength);
}
