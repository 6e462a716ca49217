import { type Grouping, membersOf } from './groupings.ts';

/**
 * Current figures of all strategies and their changes over a window. The array index is the strategy's ordinal (its
 * index in the catalog). NaN means unknown.
 */
export interface TrendColumns {
  /** Current APY in percent. */
  readonly apy: Float64Array;
  /** Current TVL in USD. */
  readonly tvl: Float64Array;
  /** Change of the APY in percentage points. */
  readonly apyChange: Float32Array;
  /** Change of the TVL in percent. */
  readonly tvlChange: Float32Array;
  /** 1 for outliers of the source, otherwise 0. Outliers count as listed strategies, but not in means and changes. */
  readonly outlier: Float64Array;
}

/**
 * Index of each figure in the sums of a group. All figures of a group are adjacent in memory, so that one loop over
 * the strategies adds them up.
 */
export const SUM_INDEX = {
  strategies: 0,
  tvl: 1,
  /** TVL now and at the start of the window, summed over the strategies whose TVL is known at both times. */
  now: 2,
  before: 3,
  /** Sum of APYs weighted by TVL, and the sum of these TVLs. */
  paid: 4,
  paying: 5,
  /** Sum of known APY changes weighted by TVL, and the sum of these TVLs. */
  changed: 6,
  weight: 7,
} as const;
export const SUM_LENGTH = Object.keys(SUM_INDEX).length;
// These indexes are constants, because the loop below would otherwise look them up for each strategy.
const {
  strategies: STRATEGIES,
  tvl: TVL,
  now: NOW,
  before: BEFORE,
  paid: PAID,
  paying: PAYING,
  changed: CHANGED,
  weight: WEIGHT,
} = SUM_INDEX;

/** A catalog's strategies grouped by protocol and by asset, for the trends. */
export type TrendGroupings = Readonly<Record<'protocol' | 'asset', Grouping>>;

/** Sums over the strategies of one chain: in total, by protocol and by asset. */
export interface ChainSums extends Readonly<Record<'protocol' | 'asset', GroupSums>> {
  readonly chain: string;
  readonly total: Float64Array;
}

/**
 * The groups that have strategies on a chain. `places` contains their indexes in the grouping's `keys`. `sums`
 * contains the figures of these groups, one group after another.
 */
interface GroupSums {
  readonly places: Uint32Array;
  readonly sums: Float64Array;
}

/**
 * Sums the strategies of each chain. The result is sorted by chain name. A request for some chains then adds up
 * these sums and does not have to visit tens of thousands of strategies.
 * @param ordinals ascending
 */
export function sumsByChain(
  columns: TrendColumns,
  ordinals: Uint32Array,
  chains: Grouping,
  groupings: TrendGroupings,
): ChainSums[] {
  const { keys, begins, ordinals: members } = membersOf(chains, ordinals);
  const createBuffer = (grouping: Grouping) => new Float64Array(SUM_LENGTH * grouping.keys.length);
  const buffers = {
    chain: createBuffer(chains),
    protocol: createBuffer(groupings.protocol),
    asset: createBuffer(groupings.asset),
  };
  return keys
    .flatMap((chain, chainIndex) => {
      const chainOrdinals = members.subarray(begins[chainIndex], begins[chainIndex + 1]);
      if (chainOrdinals.length === 0) return [];
      const figures = copyFigures(columns, chainOrdinals);
      return {
        chain,
        total: sumsOf(figures, chainOrdinals, chains, buffers.chain).sums,
        protocol: sumsOf(figures, chainOrdinals, groupings.protocol, buffers.protocol),
        asset: sumsOf(figures, chainOrdinals, groupings.asset, buffers.asset),
      };
    })
    .sort((a, b) => (a.chain < b.chain ? -1 : 1));
}

/**
 * Copies the figures of some strategies into new columns. The figures are read several times. Because they are far
 * apart in the original columns, reading them there would be slow.
 */
function copyFigures(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  ordinals: Uint32Array,
): TrendColumns {
  return {
    apy: pickRows(apy, ordinals, new Float64Array(ordinals.length)),
    tvl: pickRows(tvl, ordinals, new Float64Array(ordinals.length)),
    apyChange: pickRows(apyChange, ordinals, new Float32Array(ordinals.length)),
    tvlChange: pickRows(tvlChange, ordinals, new Float32Array(ordinals.length)),
    outlier: pickRows(outlier, ordinals, new Float64Array(ordinals.length)),
  };
}

function pickRows<T extends Float64Array | Float32Array>(column: T, ordinals: Uint32Array, target: T): T {
  for (let index = 0; index < ordinals.length; index += 1)
    target[index] = column[ordinals[index] ?? 0] ?? Number.NaN;
  return target;
}

/**
 * Sums the figures of some strategies by group in one pass over the columns.
 * @param columns the figures of these strategies only
 * @param table buffer for the sums of all groups, filled with 0 before and after the call
 */
function sumsOf(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  ordinals: Uint32Array,
  { lists, starts, places }: Grouping,
  table: Float64Array,
): GroupSums {
  const groupIndexes: number[] = [];
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    const part = (tvl[index] ?? 0) / (to - from);
    const hasPlausibleApy = outlier[index] !== 1;
    const plausibleTvl = hasPlausibleApy ? part : 0;
    const paid = (apy[index] ?? Number.NaN) * plausibleTvl;
    const tvlBefore = part / (1 + (tvlChange[index] ?? Number.NaN) / 100);
    const isMatched = hasPlausibleApy && Number.isFinite(tvlBefore);
    const now = isMatched ? part : 0;
    const before = isMatched ? tvlBefore : 0;
    const change = apyChange[index] ?? Number.NaN;
    const isChange = hasPlausibleApy && !Number.isNaN(change);
    const changed = isChange ? change * part : 0;
    const weight = isChange ? part : 0;
    for (let at = from; at < to; at += 1) {
      const groupIndex = places[at] ?? 0;
      const group = SUM_LENGTH * groupIndex;
      const strategies = table[group + STRATEGIES] ?? 0;
      if (strategies === 0) groupIndexes.push(groupIndex);
      table[group + STRATEGIES] = strategies + 1;
      table[group + TVL] = (table[group + TVL] ?? 0) + part;
      table[group + NOW] = (table[group + NOW] ?? 0) + now;
      table[group + BEFORE] = (table[group + BEFORE] ?? 0) + before;
      table[group + PAID] = (table[group + PAID] ?? 0) + paid;
      table[group + PAYING] = (table[group + PAYING] ?? 0) + plausibleTvl;
      table[group + CHANGED] = (table[group + CHANGED] ?? 0) + changed;
      table[group + WEIGHT] = (table[group + WEIGHT] ?? 0) + weight;
    }
  }
  return copyGroupSums(table, Uint32Array.from(groupIndexes));
}

/** Copies the sums of some groups, and resets their sums in the buffer to 0. */
function copyGroupSums(table: Float64Array, groupIndexes: Uint32Array): GroupSums {
  const sums = new Float64Array(SUM_LENGTH * groupIndexes.length);
  groupIndexes.forEach((groupIndex, index) => {
    const groupFigures = table.subarray(SUM_LENGTH * groupIndex, SUM_LENGTH * (groupIndex + 1));
    sums.set(groupFigures, SUM_LENGTH * index);
    groupFigures.fill(0);
  });
  return { places: groupIndexes, sums };
}
