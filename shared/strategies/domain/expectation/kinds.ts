/**
 * Kinds of strategies. The forecast results of each kind are counted together. With more kinds, a kind would have too
 * few results. With fewer kinds, strategies with very different APY changes would be counted together.
 */
export const EXPECTATION_KINDS = ['stablecoin', 'stablecoin_pool', 'single_asset', 'pool'] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

/**
 * Returns the kind of a strategy. If it is unknown whether the strategy holds only stablecoins, it counts as a strategy
 * with other assets.
 */
export function kindOf(strategy: {
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}): ExpectationKind {
  if (strategy.stablecoin === true) return strategy.exposure === 'single' ? 'stablecoin' : 'stablecoin_pool';
  return strategy.exposure === 'single' ? 'single_asset' : 'pool';
}
