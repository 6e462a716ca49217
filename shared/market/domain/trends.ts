import type { Grouping } from './groupings.ts';

/** What moved over a window, by ordinal. NaN stands for "not known". */
export interface TrendColumns {
  /** Percent. */
  readonly apy: Float64Array;
  /** USD. */
  readonly tvl: Float64Array;
  /** Percentage points. */
  readonly apyChange: Float32Array;
  /** Percent. */
  readonly tvlChange: Float32Array;
}

interface Movers {
  /** The greatest rises first. */
  readonly up: readonly number[];
  /** The greatest falls first. */
  readonly down: readonly number[];
}

/**
 * The ordinals with the greatest rises and falls of a figure, of equals the one with more TVL; those without it, and
 * those that stood still, are left out.
 */
export function movers(
  columns: TrendColumns,
  ordinals: Uint32Array,
  figure: 'apyChange' | 'tvlChange',
  limit: number,
): Movers {
  const { [figure]: changes } = columns;
  const up = new Leaders(columns, changes, limit);
  const down = new Leaders(columns, changes, limit);
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const change = changes[ordinal] ?? Number.NaN;
    // Most are not looked at further, so that a pass costs next to nothing.
    if (change > 0 && change >= up.least) up.add(ordinal);
    else if (change < 0 && -change >= down.least) down.add(ordinal);
  }
  return { up: up.ordinals, down: down.ordinals };
}

/** The strategies that have moved most in one direction. */
class Leaders {
  readonly ordinals: number[] = [];
  /** What the last of them has moved, once there are as many as are asked for. */
  least = 0;
  readonly #tvl: Float64Array;
  readonly #changes: Float32Array;
  readonly #limit: number;

  constructor({ tvl }: TrendColumns, changes: Float32Array, limit: number) {
    this.#tvl = tvl;
    this.#changes = changes;
    this.#limit = limit;
  }

  add(ordinal: number): void {
    this.ordinals.push(ordinal);
    this.ordinals.sort((a, b) => this.#compare(a, b));
    if (this.ordinals.length > this.#limit) this.ordinals.pop();
    if (this.ordinals.length === this.#limit) this.least = this.#moved(this.ordinals.at(-1) ?? -1);
  }

  #moved(ordinal: number): number {
    return Math.abs(this.#changes[ordinal] ?? Number.NaN);
  }

  /** Of equal TVL, ordinals stand by id from the last down. */
  #compare(a: number, b: number): number {
    return this.#moved(b) - this.#moved(a) || (this.#tvl[b] ?? 0) - (this.#tvl[a] ?? 0) || b - a;
  }
}

/** How one chain, protocol or asset moved over a window. */
export interface GroupTrend {
  readonly key: string;
  readonly strategies: number;
  /** USD. */
  readonly tvl: number;
  /** Percent, over the strategies whose TVL at the window's start is known; NaN when there is none. */
  readonly tvlChange: number;
  /** TVL-weighted mean of the current APYs, in percent; NaN when the group holds nothing. */
  readonly apy: number;
  /** TVL-weighted mean of the changes that are known, in percentage points; NaN when there is none. */
  readonly apyChange: number;
}

interface Sums {
  strategies: number;
  tvl: number;
  /** TVL now and at the window's start of the strategies that were there at both. */
  matchedNow: number;
  matchedThen: number;
  weightedApy: number;
  weightedChange: number;
  changeWeight: number;
}

/**
 * The trend of every chain, protocol or asset, the highest TVL first. Only strategies that are known at both ends of
 * the window count towards a change, so that one that was listed in between does not look like an inflow.
 *
 * @param ordinals ascending
 */
export function groupTrends(
  columns: TrendColumns,
  ordinals: Uint32Array,
  { keys, lists, starts, places }: Grouping,
): GroupTrend[] {
  const groups = keys.map(noSums);
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const [from, to] = [starts[list] ?? 0, starts[list + 1] ?? 0];
    const part = (columns.tvl[ordinal] ?? 0) / (to - from);
    for (let at = from; at < to; at += 1) {
      const sums = groups[places[at] ?? 0];
      if (sums !== undefined) add(sums, columns, ordinal, part);
    }
  }
  return keys
    .flatMap((key, place) => {
      const sums = groups[place];
      return sums === undefined || sums.strategies === 0 ? [] : { key, ...trendOf(sums) };
    })
    .sort((a, b) => b.tvl - a.tvl || (a.key < b.key ? -1 : 1));
}

/** The trend of all of the strategies together. */
export function totalTrend(columns: TrendColumns, ordinals: Uint32Array): Omit<GroupTrend, 'key'> {
  const sums = noSums();
  for (const ordinal of ordinals) add(sums, columns, ordinal, columns.tvl[ordinal] ?? 0);
  return trendOf(sums);
}

function noSums(): Sums {
  return {
    strategies: 0,
    tvl: 0,
    matchedNow: 0,
    matchedThen: 0,
    weightedApy: 0,
    weightedChange: 0,
    changeWeight: 0,
  };
}

function add(sums: Sums, columns: TrendColumns, ordinal: number, tvl: number): void {
  sums.strategies += 1;
  sums.tvl += tvl;
  sums.weightedApy += (columns.apy[ordinal] ?? Number.NaN) * tvl;
  const then = tvl / (1 + (columns.tvlChange[ordinal] ?? Number.NaN) / 100);
  if (Number.isFinite(then)) {
    sums.matchedNow += tvl;
    sums.matchedThen += then;
  }
  const change = columns.apyChange[ordinal] ?? Number.NaN;
  if (!Number.isNaN(change)) {
    sums.weightedChange += change * tvl;
    sums.changeWeight += tvl;
  }
}

function trendOf(sums: Sums): Omit<GroupTrend, 'key'> {
  return {
    strategies: sums.strategies,
    tvl: sums.tvl,
    tvlChange: sums.matchedThen > 0 ? (sums.matchedNow / sums.matchedThen - 1) * 100 : Number.NaN,
    apy: sums.tvl > 0 ? sums.weightedApy / sums.tvl : Number.NaN,
    apyChange: sums.changeWeight > 0 ? sums.weightedChange / sums.changeWeight : Number.NaN,
  };
}
