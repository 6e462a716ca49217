/** Kinds of strategies. Each kind has its own forecast statistics. */
export const FORECAST_KINDS = ['stablecoin', 'stablecoin_pool', 'single_asset', 'pool'] as const;
export type ForecastKind = (typeof FORECAST_KINDS)[number];

/** Returns the kind of a strategy. An unknown `stablecoin` counts as false. */
export function forecastKindOf(strategy: {
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}): ForecastKind {
  if (strategy.stablecoin === true) return strategy.exposure === 'single' ? 'stablecoin' : 'stablecoin_pool';
  return strategy.exposure === 'single' ? 'single_asset' : 'pool';
}
