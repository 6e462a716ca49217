import type { Grouping } from './groupings.ts';

/** What one chain, protocol or asset pays. APYs in percent, TVL in USD. */
export interface ApyComparison {
  readonly key: string;
  readonly strategies: number;
  readonly tvl: number;
  /** The ordinal of the strategy with the highest APY; of equals, the one with the greatest TVL, and the first by id. */
  readonly best: number;
  readonly highest: number;
  readonly lowest: number;
  readonly median: number;
  /** Weighted by TVL; NaN when the group holds nothing. */
  readonly weightedMean: number;
  /** Highest less lowest, in percentage points. */
  readonly spread: number;
}

/** Figures by ordinal, and the ordinals by APY, the highest first. */
export interface ComparedColumns {
  readonly apy: Float64Array;
  readonly tvl: Float64Array;
  readonly byApy: Uint32Array;
}

/**
 * The APYs of every group of the strategies side by side, in no order. Two passes over numbers: one adds up, and one
 * in the order of the APYs meets the middle of each group.
 *
 * @param ordinals ascending, which is by TVL from the highest down
 */
export function compareApys(
  columns: ComparedColumns,
  ordinals: Uint32Array,
  { keys, at }: Grouping,
): ApyComparison[] {
  const { apy, tvl, byApy } = columns;
  const sums = keys.map(() => ({ ...NOTHING }));
  const isAmong = new Uint8Array(apy.length);
  for (const ordinal of ordinals) {
    isAmong[ordinal] = 1;
    const places = at(ordinal);
    for (const place of places) {
      const sum = sums[place];
      if (sum !== undefined) add(sum, ordinal, apy[ordinal] ?? 0, tvl[ordinal] ?? 0, places.length);
    }
  }
  for (const ordinal of byApy) {
    if (isAmong[ordinal] !== 1) continue;
    for (const place of at(ordinal)) {
      const sum = sums[place];
      if (sum !== undefined) passMiddle(sum, apy[ordinal] ?? 0);
    }
  }
  return keys.flatMap((key, place) => {
    const sum = sums[place];
    return sum === undefined || sum.strategies === 0 ? [] : comparisonOf(key, sum);
  });
}

const NOTHING = {
  strategies: 0,
  tvl: 0,
  weighted: 0,
  best: -1,
  bestTvl: 0,
  highest: Number.NEGATIVE_INFINITY,
  lowest: Number.POSITIVE_INFINITY,
  /** How many the pass by APY has met, and the two in the middle (one and the same of an odd number). */
  passed: 0,
  upper: Number.NaN,
  lower: Number.NaN,
};

function add(sum: typeof NOTHING, ordinal: number, apy: number, tvl: number, parts: number): void {
  sum.strategies += 1;
  sum.tvl += tvl / parts;
  sum.weighted += (apy * tvl) / parts;
  // They come by TVL, the highest first, and those of equal TVL by id, the last first: the first by id is the best.
  if (apy > sum.highest || (apy === sum.highest && tvl === sum.bestTvl)) {
    sum.highest = apy;
    sum.best = ordinal;
    sum.bestTvl = tvl;
  }
  sum.lowest = Math.min(sum.lowest, apy);
}

function passMiddle(sum: typeof NOTHING, apy: number): void {
  if (sum.passed === (sum.strategies - 1) >>> 1) sum.upper = apy;
  if (sum.passed === sum.strategies >>> 1) sum.lower = apy;
  sum.passed += 1;
}

function comparisonOf(key: string, sum: typeof NOTHING): ApyComparison {
  const { strategies, tvl, weighted, best, highest, lowest, upper, lower } = sum;
  return {
    key,
    strategies,
    tvl,
    best,
    highest,
    lowest,
    median: (lower + upper) / 2,
    weightedMean: tvl > 0 ? weighted / tvl : Number.NaN,
    spread: highest - lowest,
  };
}
