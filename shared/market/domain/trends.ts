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
  let least = 0;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const change = changes[ordinal] ?? Number.NaN;
    // Most are not looked at further, so that a pass costs next to nothing.
    if (!(Math.abs(change) >= least)) continue;
    if (change > 0 && change >= up.least) up.add(ordinal);
    else if (change < 0 && -change >= down.least) down.add(ordinal);
    least = Math.min(up.least, down.least);
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

/**
 * What is summed up of a group, figure after figure, and so group after group: one pass over tens of thousands of
 * strategies adds to all figures of a group at a time.
 */
const SUM = {
  strategies: 0,
  tvl: 1,
  /** TVL now and at the window's start of the strategies that were there at both. */
  now: 2,
  before: 3,
  /** APYs weighted by TVL. */
  paid: 4,
  /** Changes of APYs that are known, weighted by TVL, and what they weigh. */
  changed: 5,
  weight: 6,
} as const;
const FIGURES = Object.keys(SUM).length;
// Read once: the pass would look them up again for each strategy.
const {
  strategies: STRATEGIES,
  tvl: TVL,
  now: NOW,
  before: BEFORE,
  paid: PAID,
  changed: CHANGED,
  weight: WEIGHT,
} = SUM;

/**
 * The trend of every chain, protocol or asset, the highest TVL first. Only strategies that are known at both ends of
 * the window count towards a change, so that one that was listed in between does not look like an inflow.
 *
 * @param ordinals ascending
 */
export function groupTrends(columns: TrendColumns, ordinals: Uint32Array, grouping: Grouping): GroupTrend[] {
  const sums = sumsOf(columns, ordinals, grouping);
  return grouping.keys
    .flatMap((key, place) => (sums[FIGURES * place] === 0 ? [] : { key, ...trendOf(sums, place) }))
    .sort((a, b) => b.tvl - a.tvl || (a.key < b.key ? -1 : 1));
}

/** The trend of all of the strategies together. */
export function totalTrend(columns: TrendColumns, ordinals: Uint32Array): Omit<GroupTrend, 'key'> {
  const together = {
    keys: ['all'],
    lists: new Uint32Array(columns.tvl.length),
    starts: Uint32Array.of(0, 1),
    places: Uint32Array.of(0),
  };
  return trendOf(sumsOf(columns, ordinals, together), 0);
}

/** One pass over the strategies, by columns, as tens of thousands of them are summed up for every new question. */
function sumsOf(
  { apy, tvl, apyChange, tvlChange }: TrendColumns,
  ordinals: Uint32Array,
  { keys, lists, starts, places }: Omit<Grouping, 'begins'>,
): Float64Array {
  const sums = new Float64Array(FIGURES * keys.length);
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    const part = (tvl[ordinal] ?? 0) / (to - from);
    const paid = (apy[ordinal] ?? Number.NaN) * part;
    const then = part / (1 + (tvlChange[ordinal] ?? Number.NaN) / 100);
    const isMatched = Number.isFinite(then);
    const now = isMatched ? part : 0;
    const before = isMatched ? then : 0;
    const change = apyChange[ordinal] ?? Number.NaN;
    const isChange = !Number.isNaN(change);
    const changed = isChange ? change * part : 0;
    const weight = isChange ? part : 0;
    for (let at = from; at < to; at += 1) {
      const group = FIGURES * (places[at] ?? 0);
      sums[group + STRATEGIES] = (sums[group + STRATEGIES] ?? 0) + 1;
      sums[group + TVL] = (sums[group + TVL] ?? 0) + part;
      sums[group + NOW] = (sums[group + NOW] ?? 0) + now;
      sums[group + BEFORE] = (sums[group + BEFORE] ?? 0) + before;
      sums[group + PAID] = (sums[group + PAID] ?? 0) + paid;
      sums[group + CHANGED] = (sums[group + CHANGED] ?? 0) + changed;
      sums[group + WEIGHT] = (sums[group + WEIGHT] ?? 0) + weight;
    }
  }
  return sums;
}

function trendOf(sums: Float64Array, place: number): Omit<GroupTrend, 'key'> {
  const of = (figure: keyof typeof SUM) => sums[FIGURES * place + SUM[figure]] ?? Number.NaN;
  return {
    strategies: of('strategies'),
    tvl: of('tvl'),
    tvlChange: of('before') > 0 ? (of('now') / of('before') - 1) * 100 : Number.NaN,
    apy: of('tvl') > 0 ? of('paid') / of('tvl') : Number.NaN,
    apyChange: of('weight') > 0 ? of('changed') / of('weight') : Number.NaN,
  };
}
