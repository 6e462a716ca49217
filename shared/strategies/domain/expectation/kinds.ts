/**
 * The kinds of strategy whose outcomes are counted together. Finer ones would have too few outcomes to learn from;
 * coarser ones would mix rates that move alike with rates that do not.
 */
export const EXPECTATION_KINDS = ['stablecoin', 'stablecoin_pool', 'single_asset', 'pool'] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

/** The kind of a strategy. One of which it is not known whether it is of stablecoins is taken for one that is not. */
export function kindOf(strategy: {
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}): ExpectationKind {
  if (strategy.stablecoin === true) return strategy.exposure === 'single' ? 'stablecoin' : 'stablecoin_pool';
  return strategy.exposure === 'single' ? 'single_asset' : 'pool';
}
