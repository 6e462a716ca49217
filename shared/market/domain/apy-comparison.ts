import { type Members, marksOf } from './groupings.ts';

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

/** Figures by ordinal. */
export interface ComparedColumns {
  readonly apy: Float64Array;
  readonly tvl: Float64Array;
}

/** The catalog's order by APY. */
interface ApyOrder {
  /** The ordinal at each position, the highest APY first. */
  readonly ordinals: Uint32Array;
  /** The position of each ordinal. */
  readonly positions: Uint32Array;
}

/** Groups with what all comparisons of them share. */
export interface ComparedGroups extends Members {
  /** The members of each group by APY, the highest first. */
  readonly byApy: Uint32Array;
}

/** Groups with their members sorted, so that no question has to sort those that it is about. */
export function comparedGroups(members: Members, { ordinals, positions }: ApyOrder): ComparedGroups {
  const { begins } = members;
  const sorted = members.ordinals.map((ordinal) => positions[ordinal] ?? 0);
  for (let place = 1; place < begins.length; place += 1)
    sorted.subarray(begins[place - 1], begins[place]).sort();
  return { ...members, byApy: sorted.map((position) => ordinals[position] ?? 0) };
}

/**
 * The APYs of every group of the strategies side by side, in no order. All members of a group are gone through, those
 * that were not asked for as well: adding each strategy to its groups, one here and one there, takes longer.
 */
export function compareApys(
  columns: ComparedColumns,
  ordinals: Uint32Array,
  groups: ComparedGroups,
): ApyComparison[] {
  const { keys, begins, byApy } = groups;
  const isAsked = marksOf(ordinals, columns.tvl.length);
  const asked = new Uint32Array(byApy.length);
  return keys.flatMap((key, place) => {
    const [begin, end] = [begins[place] ?? 0, begins[place + 1] ?? 0];
    let strategies = 0;
    for (let at = begin; at < end; at += 1) {
      const ordinal = byApy[at] ?? 0;
      // Writes each value and then keeps it or not, because unpredictable branches would take longer.
      asked[strategies] = ordinal;
      strategies += isAsked[ordinal] ?? 0;
    }
    if (strategies === 0) return [];
    return {
      key,
      strategies,
      ...sumsBetween(columns, isAsked, groups, begin, end),
      ...placesAmong(columns, asked.subarray(0, strategies)),
    };
  });
}

/** The TVL of those who were asked for, and their APYs weighted by it. */
function sumsBetween(
  { apy, tvl }: ComparedColumns,
  isAsked: Uint8Array,
  { ordinals, parts }: Members,
  begin: number,
  end: number,
) {
  let held = 0;
  let earned = 0;
  for (let at = begin; at < end; at += 1) {
    const ordinal = ordinals[at] ?? 0;
    if (isAsked[ordinal] === 0) continue;
    const own = tvl[ordinal] ?? 0;
    const among = parts[ordinal] ?? 1;
    held += own / among;
    earned += ((apy[ordinal] ?? Number.NaN) * own) / among;
  }
  return { tvl: held, weightedMean: held > 0 ? earned / held : Number.NaN };
}

/** What strategies that stand by APY tell by their places. */
function placesAmong({ apy, tvl }: ComparedColumns, ranked: Uint32Array) {
  const apyAt = (rank: number) => apy[ranked[rank] ?? 0] ?? Number.NaN;
  const [highest, lowest] = [apyAt(0), apyAt(ranked.length - 1)];
  const middle = ranked.length >>> 1;
  let best = ranked[0] ?? 0;
  for (let rank = 1; apyAt(rank) === highest && rank < ranked.length; rank += 1) {
    const other = ranked[rank] ?? 0;
    // Ordinals stand by TVL, the highest first, and those of equal TVL by id, the last first.
    if (tvl[other] === tvl[best] ? other > best : other < best) best = other;
  }
  return {
    best,
    highest,
    lowest,
    median: ranked.length % 2 === 1 ? apyAt(middle) : (apyAt(middle) + apyAt(middle - 1)) / 2,
    spread: highest - lowest,
  };
}
