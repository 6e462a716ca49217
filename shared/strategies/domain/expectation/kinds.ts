/**
 * Groups of strategies whose forecast results are counted together. Finer groups would have too few
 * results. Coarser groups would mix rates that move differently.
 */
export const EXPECTATION_KINDS = ['stablecoin', 'stablecoin_pool', 'single_asset', 'pool'] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

/**
 * Returns the group of a strategy. If it is unknown whether it holds stablecoins, it counts as not
 * holding them.
 */
export function kindOf(strategy: {
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}): ExpectationKind {
  if (strategy.stablecoin === true) return strategy.exposure === 'single' ? 'stablecoin' : 'stablecoin_pool';
  return strategy.exposure === 'single' ? 'single_asset' : 'pool';
}
