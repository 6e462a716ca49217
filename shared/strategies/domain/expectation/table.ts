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
  /** Weight of the squared 90-day spread. The squared 30-day spread has the weight 1 - `weight90`. */
  readonly weight90: number;
  /**
   * Minimum spread, in units of ln(1 + APY%). It is above 0, because an APY that has never changed may still change.
   */
  readonly minSpread: number;
  /** Distances of the 80% interval's ends from the mean, used if there is no calibration. */
  readonly intervalReach: IntervalReach;
}

/**
 * Distances from the mean to the two ends of an 80% interval, in units of `stepDown` and `stepUp` of the `Forecast`.
 */
export interface IntervalReach {
  readonly down: number;
  readonly up: number;
}

/**
 * The constants of the expected APY. "Fitted" means that a constant improves the result on three recorded sets of daily
 * series (see docs/market-research.md).
 */
export const FORECAST_CONSTANTS = {
  horizons: {
    // The four `weights` of a horizon are not fitted. All other constants are fitted.
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
   * The value q in the formulas of `computeForecast`, fitted to recorded data. If the past spread is below q, the
   * current APY has the larger weight.
   */
  calmSpread: 0.05,
  /** The 7-day spread is multiplied by this factor before it is compared with `calmSpread`. */
  weekSpreadFactor: 2,
  /**
   * The source's 30-day mean APY is limited to the range of this service's own readings, extended by this factor at
   * both ends.
   */
  sourceRangeFactor: 2,
  /**
   * The squared spread is increased by this fraction of the squared distance between the current APY and the 90-day
   * mean. The value is fitted.
   */
  gapFraction: 0.15,
  /**
   * Makes the interval asymmetric, because a high APY falls further than it rises. For each unit of ln(1 + APY%) above
   * `neutralLog`, the distance to the lower bound grows by the fraction `factorPerLog`. The distance to the upper bound
   * shrinks by the same fraction. All values are fitted.
   */
  tilt: { factorPerLog: 0.12, neutralLog: 2, minLog: 0, maxLog: 6, minFactor: 0.4, maxFactor: 2 },
  /**
   * Minimum number of known days with which the spread depends only on the strategy's own history. With fewer known
   * days, each missing day counts with `usualSpread`: `pool` for volatile pools, `calm` for all other strategies.
   * Fitted.
   */
  fullHistoryDays: 14,
  usualSpread: { calm: 0.25, pool: 0.6 },
  /**
   * Minimum number of known days among the last 30 days for the service's own 30-day and 90-day means. With fewer known
   * days, the source's 30-day mean replaces both means.
   */
  minOwnMeanDays: 15,
} as const satisfies {
  horizons: Record<HorizonDays, HorizonConstants>;
  [constant: string]: unknown;
};
