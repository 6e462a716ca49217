/**
 * Horizons in days for which an expected APY is published. Values between two horizons are
 * interpolated.
 */
export const HORIZON_DAYS = [7, 30, 90] as const;
export type HorizonDays = (typeof HORIZON_DAYS)[number];

/** Constants of the forecast for one horizon. */
export interface HorizonConstants {
  /** Weights of the current APY and of past means in the forecast. They sum to 1. */
  readonly weights: {
    readonly now: number;
    readonly mean7: number;
    readonly mean30: number;
    readonly mean90: number;
  };
  /** Weight of the last 90 days in the squared spread. The last 30 days have the rest. */
  readonly longShare: number;
  /** Minimum spread, in units of ln(1 + APY%). A rate that never moved may still move. */
  readonly leastSpread: number;
  /** Reach of the 80% interval before a calibration exists. */
  readonly reach: IntervalReach;
}

/** Distance of the ends of an 80% interval from the mean, in spreads. */
export interface IntervalReach {
  readonly down: number;
  readonly up: number;
}

/**
 * The constants of the expected APY. "Fitted" means: chosen on three recorded sets of daily series
 * (240 DEX pools over 908 days, 50 stablecoin pools over 129 days, 12 lending markets over 482
 * days).
 * Each set has the same weight. A constant is kept only if it improves the result over all sets
 * together. docs/market-research.md has the figures.
 */
export const EXPECTATION_TABLE = {
  horizons: {
    // The weights are those of a fixed formula, which beat the current APY, the 7- and 30-day means
    // and exponential smoothing on every set. The other constants are fitted.
    7: {
      weights: { now: 0.4, mean7: 0.35, mean30: 0.15, mean90: 0.1 },
      longShare: 0.1,
      leastSpread: 0.015,
      reach: { down: 0.8, up: 0.9 },
    },
    30: {
      weights: { now: 0.25, mean7: 0.35, mean30: 0.2, mean90: 0.2 },
      longShare: 0.25,
      leastSpread: 0.05,
      reach: { down: 0.95, up: 1.05 },
    },
    90: {
      weights: { now: 0.2, mean7: 0.25, mean30: 0.2, mean90: 0.35 },
      longShare: 0.75,
      leastSpread: 0.1,
      reach: { down: 1.05, up: 1.2 },
    },
  },
  /**
   * Spread at which the current APY and the formula have equal weight in the mean. A calm rate
   * changes in steps, so that its current value says more than its past.
   * Fitted: reduces the error of calm rates by 10 to 25% and changes nothing for others.
   */
  calmSpread: 0.05,
  /**
   * Factor on the 7-day spread when it is compared with `calmSpread`. A calm week counts even if
   * the month had a step.
   */
  weekTimes: 2,
  /** Maximum factor by which the source's 30-day mean may lie outside our own readings. Chosen. */
  sourceFactor: 2,
  /**
   * Share of the squared distance between the current APY and the 90-day mean that widens the
   * interval. Fitted.
   */
  gapShare: 0.15,
  /**
   * A high rate falls further than it rises, and a low rate rises further. For each unit of ln(1 +
   * APY%) above `at`, the reach down grows by `perLog` and the reach up shrinks by it. The factor
   * stays between `least` and `most`. Fitted.
   */
  tilt: { perLog: 0.12, at: 2, lowest: 0, highest: 6, least: 0.4, most: 2 },
  /**
   * Known days after which only the strategy's own spread counts. Each missing day counts with
   * `usualSpread`: 0.25 for one asset or stablecoins, 0.6 for a pool of other assets.
   * Fitted on the first two weeks of pools. The same rule decides whether a rate is calm, because
   * one known day says nothing about it.
   * On simulated first days (a day of a recorded series and its 30-day mean), any usual spread from
   * 0.12 up has 4 to 30% less error than counting the rate as calm.
   */
  ownDays: 14,
  usualSpread: { calm: 0.25, pool: 0.6 },
  /**
   * With fewer known days of the last 30, the source's 30-day mean replaces our 30- and 90-day
   * means. Chosen, not fitted: other 30-day figures also need half of their days.
   */
  ownMeanDays: 15,
} as const satisfies {
  horizons: Record<HorizonDays, HorizonConstants>;
  [constant: string]: unknown;
};
