export interface ComparedStrategy {
  readonly id: string;
  readonly current_apy: number;
  readonly tvl: number;
}

/** What one chain, protocol or asset pays. APYs in percent, TVL in USD. */
export interface ApyComparison<S extends ComparedStrategy> {
  readonly key: string;
  readonly strategies: number;
  readonly tvl: number;
  /** The strategy with the highest APY; of equals, the one with the greatest TVL. */
  readonly best: S;
  readonly lowest: number;
  readonly median: number;
  /** Weighted by TVL; NaN when the group holds nothing. */
  readonly weightedMean: number;
  /** Highest less lowest, in percentage points. */
  readonly spread: number;
}

/**
 * The APYs of every group side by side, the highest TVL-weighted mean first. `keysOf` gives the keys under which a
 * strategy counts, in equal parts of its TVL.
 */
export function compareApys<S extends ComparedStrategy>(
  strategies: readonly S[],
  keysOf: (strategy: S) => readonly string[],
): ApyComparison<S>[] {
  const groups = new Map<string, { members: S[]; tvl: number; weighted: number }>();
  for (const strategy of strategies) {
    const keys = keysOf(strategy);
    for (const key of keys) {
      const entry = groups.get(key) ?? { members: [], tvl: 0, weighted: 0 };
      groups.set(key, entry);
      entry.members.push(strategy);
      entry.tvl += strategy.tvl / keys.length;
      entry.weighted += (strategy.current_apy * strategy.tvl) / keys.length;
    }
  }
  return [...groups]
    .flatMap(([key, { members, tvl, weighted }]) => {
      members.sort((a, b) => b.current_apy - a.current_apy || b.tvl - a.tvl || (a.id < b.id ? -1 : 1));
      const [best] = members;
      const lowest = members.at(-1)?.current_apy;
      if (best === undefined || lowest === undefined) return [];
      return {
        key,
        strategies: members.length,
        tvl,
        best,
        lowest,
        median: middle(members),
        weightedMean: tvl > 0 ? weighted / tvl : Number.NaN,
        spread: best.current_apy - lowest,
      };
    })
    .sort((a, b) => rank(b) - rank(a) || b.tvl - a.tvl || (a.key < b.key ? -1 : 1));
}

/** Groups that hold nothing come last. */
function rank({ weightedMean }: { readonly weightedMean: number }): number {
  return Number.isNaN(weightedMean) ? Number.NEGATIVE_INFINITY : weightedMean;
}

/** The median APY of members sorted by APY; the mean of the two middle ones of an even number. */
function middle(members: readonly ComparedStrategy[]): number {
  const upper = members[Math.floor(members.length / 2)]?.current_apy ?? Number.NaN;
  const lower = members[Math.floor((members.length - 1) / 2)]?.current_apy ?? Number.NaN;
  return (lower + upper) / 2;
}
