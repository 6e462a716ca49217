import { type Grouping, membersOf } from './groupings.ts';

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
  /** 1 for the source's outliers, which count as listed and change nothing else. */
  readonly outlier: Float64Array;
}

/**
 * What is summed up of a group, figure after figure, and so group after group: one pass over tens of thousands of
 * strategies adds to all figures of a group at a time.
 */
export const SUM = {
  strategies: 0,
  tvl: 1,
  /** TVL now and at the window's start of the strategies that were there at both. */
  now: 2,
  before: 3,
  /** APYs weighted by TVL, and what they weigh. */
  paid: 4,
  paying: 5,
  /** Changes of APYs that are known, weighted by TVL, and what they weigh. */
  changed: 6,
  weight: 7,
} as const;
export const FIGURES = Object.keys(SUM).length;
// Read once: the pass would look them up again for each strategy.
const {
  strategies: STRATEGIES,
  tvl: TVL,
  now: NOW,
  before: BEFORE,
  paid: PAID,
  paying: PAYING,
  changed: CHANGED,
  weight: WEIGHT,
} = SUM;

/** A catalog's strategies grouped by the other dimensions that trends cover besides the chain. */
export type TrendGroupings = Readonly<Record<'protocol' | 'asset', Grouping>>;

/** The sums over the strategies of one chain: all together, and by protocol and asset. */
export interface ChainSums extends Readonly<Record<'protocol' | 'asset', GroupSums>> {
  readonly chain: string;
  readonly together: Float64Array;
}

/** The groups that a chain has strategies of, as places in the grouping's keys, and their sums one after the other. */
interface GroupSums {
  readonly places: Uint32Array;
  readonly sums: Float64Array;
}

/**
 * What strategies come to chain by chain, the chains by name: a question about any choice of chains adds up a few of
 * these instead of tens of thousands of strategies.
 *
 * @param ordinals ascending
 */
export function sumsByChain(
  columns: TrendColumns,
  ordinals: Uint32Array,
  chains: Grouping,
  groupings: TrendGroupings,
): ChainSums[] {
  const { keys, begins, ordinals: members } = membersOf(chains, ordinals);
  const roomFor = (grouping: Grouping) => new Float64Array(FIGURES * grouping.keys.length);
  const room = {
    chain: roomFor(chains),
    protocol: roomFor(groupings.protocol),
    asset: roomFor(groupings.asset),
  };
  return keys
    .flatMap((chain, place) => {
      const own = members.subarray(begins[place], begins[place + 1]);
      if (own.length === 0) return [];
      const figures = figuresOf(columns, own);
      return {
        chain,
        together: sumsOf(figures, own, chains, room.chain).sums,
        protocol: sumsOf(figures, own, groupings.protocol, room.protocol),
        asset: sumsOf(figures, own, groupings.asset, room.asset),
      };
    })
    .sort((a, b) => (a.chain < b.chain ? -1 : 1));
}

/** The figures of some strategies side by side, as a chain's lie far from each other and are read several times. */
function figuresOf(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  ordinals: Uint32Array,
): TrendColumns {
  return {
    apy: pick(apy, ordinals, new Float64Array(ordinals.length)),
    tvl: pick(tvl, ordinals, new Float64Array(ordinals.length)),
    apyChange: pick(apyChange, ordinals, new Float32Array(ordinals.length)),
    tvlChange: pick(tvlChange, ordinals, new Float32Array(ordinals.length)),
    outlier: pick(outlier, ordinals, new Float64Array(ordinals.length)),
  };
}

function pick<T extends Float64Array | Float32Array>(column: T, ordinals: Uint32Array, picked: T): T {
  for (let index = 0; index < ordinals.length; index += 1)
    picked[index] = column[ordinals[index] ?? 0] ?? Number.NaN;
  return picked;
}

/**
 * One pass over some strategies, by columns, as there are tens of thousands of them.
 *
 * @param columns the figures of these alone, one after the other
 * @param table room for the sums of all groups, which is empty before and after
 */
function sumsOf(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  ordinals: Uint32Array,
  { lists, starts, places }: Grouping,
  table: Float64Array,
): GroupSums {
  const found: number[] = [];
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    const part = (tvl[index] ?? 0) / (to - from);
    const isSound = outlier[index] !== 1;
    const paying = isSound ? part : 0;
    const paid = (apy[index] ?? Number.NaN) * paying;
    const then = part / (1 + (tvlChange[index] ?? Number.NaN) / 100);
    const isMatched = isSound && Number.isFinite(then);
    const now = isMatched ? part : 0;
    const before = isMatched ? then : 0;
    const change = apyChange[index] ?? Number.NaN;
    const isChange = isSound && !Number.isNaN(change);
    const changed = isChange ? change * part : 0;
    const weight = isChange ? part : 0;
    for (let at = from; at < to; at += 1) {
      const place = places[at] ?? 0;
      const group = FIGURES * place;
      const strategies = table[group + STRATEGIES] ?? 0;
      if (strategies === 0) found.push(place);
      table[group + STRATEGIES] = strategies + 1;
      table[group + TVL] = (table[group + TVL] ?? 0) + part;
      table[group + NOW] = (table[group + NOW] ?? 0) + now;
      table[group + BEFORE] = (table[group + BEFORE] ?? 0) + before;
      table[group + PAID] = (table[group + PAID] ?? 0) + paid;
      table[group + PAYING] = (table[group + PAYING] ?? 0) + paying;
      table[group + CHANGED] = (table[group + CHANGED] ?? 0) + changed;
      table[group + WEIGHT] = (table[group + WEIGHT] ?? 0) + weight;
    }
  }
  return taken(table, Uint32Array.from(found));
}

/** The sums of some groups, which leave the table empty. */
function taken(table: Float64Array, places: Uint32Array): GroupSums {
  const sums = new Float64Array(FIGURES * places.length);
  places.forEach((place, index) => {
    const own = table.subarray(FIGURES * place, FIGURES * (place + 1));
    sums.set(own, FIGURES * index);
    own.fill(0);
  });
  return { places, sums };
}
