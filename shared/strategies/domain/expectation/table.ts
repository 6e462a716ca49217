/** Horizons in days for which an expected APY is published. Values between two horizons are interpolated. */
export const HORIZON_DAYS = [7, 30, 90] as const;
export type HorizonDays = (typeof HORIZON_DAYS)[number];

export interface HorizonConstants {
  /** Weights of the current APY and of past means in the forecast. The weights sum to 1. */
  readonly weights: {
    readonly current: number;
    readonly mean7: number;
    readonly mean30: number;
    readonly mean90: number;
  };
  /** Weight of the last 90 days in the squared spread. The last 30 days have the remaining weight. */
  readonly weight90: number;
  /** Minimum spread, in units of ln(1 + APY%), because an APY that has never changed may still change. */
  readonly minSpread: number;
  /** Reach of the 80% interval that is used without a calibration. */
  readonly intervalReach: IntervalReach;
}

/** Distances from the mean to the lower and the upper end of an 80% interval, in units of `stepDown` and `stepUp`. */
export interface IntervalReach {
  readonly down: number;
  readonly up: number;
}

/**
 * The constants of the expected APY. "Fitted" means that a constant improves the result over three recorded sets of
 * daily series. docs/market-research.md has the figures.
 */
export const FORECAST_CONSTANTS = {
  horizons: {
    // The four weights were chosen before the measurement. The other constants are fitted.
    7: {
      weights: { current: 0.4, mean7: 0.35, mean30: 0.15, mean90: 0.1 },
      weight90: 0.1,
      minSpread: 0.015,
      intervalReach: { down: 0.8, up: 0.9 },
    },
    30: {
      weights: { current: 0.25, mean7: 0.35, mean30: 0.2, mean90: 0.2 },
      weight90: 0.25,
      minSpread: 0.05,
      intervalReach: { down: 0.95, up: 1.05 },
    },
    90: {
      weights: { current: 0.2, mean7: 0.25, mean30: 0.2, mean90: 0.35 },
      weight90: 0.75,
      minSpread: 0.1,
      intervalReach: { down: 1.05, up: 1.2 },
    },
  },
  /**
   * Spread at which the current APY and the formula of `forecast` have equal weight in the mean. A calm APY changes in
   * steps, so its current value predicts more than its past. Fitted.
   */
  calmSpread: 0.05,
  /** The 7-day spread is multiplied by this factor before it is compared with `calmSpread`. */
  weekSpreadFactor: 2,
  /** The source's 30-day mean is limited to the range of this service's own readings, extended by this factor. */
  sourceRangeFactor: 2,
  /**
   * This fraction of the squared distance between the current APY and the 90-day mean is added to the squared
   * spread. Fitted.
   */
  gapFraction: 0.15,
  /**
   * Tilt of the interval: a high APY falls further than it rises, and a low APY rises further than it falls. For each
   * unit of ln(1 + APY%) above `neutralLog`, the lower part becomes longer by the fraction `factorPerLog`, and the
   * upper part shorter. The other constants are limits of ln(1 + APY%) and of the factors. Fitted.
   */
  tilt: { factorPerLog: 0.12, neutralLog: 2, minLog: 0, maxLog: 6, minFactor: 0.4, maxFactor: 2 },
  /**
   * Number of known days from which only the strategy's own spread is used. With fewer known days, `usualSpread`
   * replaces each missing day: `calm` for one asset or stablecoins, `pool` for other pools. Both constants are fitted.
   */
  fullHistoryDays: 14,
  usualSpread: { calm: 0.25, pool: 0.6 },
  /**
   * Minimum number of known days among the last 30 for which this service's own means are used. With fewer, the
   * source's 30-day mean replaces the 30-day and 90-day means.
   */
  minOwnMeanDays: 15,
} as const satisfies {
  horizons: Record<HorizonDays, HorizonConstants>;
  [constant: string]: unknown;
};
