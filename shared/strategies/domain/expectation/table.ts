/** Days ahead for which an expectation is published; a horizon between two of them is read off between them. */
export const HORIZON_DAYS = [7, 30, 90] as const;
export type HorizonDays = (typeof HORIZON_DAYS)[number];

/** What is fixed for one horizon. */
export interface HorizonConstants {
  /** How much each part of the past weighs in the mean: sums to 1. */
  readonly weights: {
    readonly now: number;
    readonly mean7: number;
    readonly mean30: number;
    readonly mean90: number;
  };
  /** The part of the squared spread that the last 90 days have; the last 30 have the rest. */
  readonly longShare: number;
  /** The least spread, in units of ln(1 + APY%): a rate that never moved may move yet. */
  readonly leastSpread: number;
  /** How many spreads the 80% interval reaches down and up, before the own outcomes have taught anything. */
  readonly reach: Reach;
}

/** How far an 80% interval reaches from the mean, in spreads. */
export interface Reach {
  readonly down: number;
  readonly up: number;
}

/**
 * Every constant of the expected APY, each with where it is from. "Fitted" means: chosen on three recorded sets of
 * daily series (240 DEX pools over 908 days, 50 stablecoin pools over 129, 12 lending markets over 482), each set weighing
 * the same, and kept only where it did better over all sets than without it: several change nothing on the DEX pools.
 * docs/market-research.md has the figures.
 */
export const EXPECTATION_TABLE = {
  horizons: {
    // The weights are those of the fixed formula, which beat the current APY, the 7- and 30-day means and exponential
    // smoothing on every set. The rest is fitted.
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
   * The spread at which a rate counts half as calm: a calm one is a step function set by somebody, and what it pays now
   * says more than what it paid. Fitted: takes 10 to 25% off the error of calm rates and changes nothing for others.
   */
  calmSpread: 0.05,
  /** A calm week makes a rate calm too, at this many times its spread: a step within the month is over by then. */
  weekTimes: 2,
  /** How far the source's 30-day mean may lie outside the range of our own readings. Chosen. */
  sourceFactor: 2,
  /** The part of the squared distance between now and the 90-day mean that widens the interval. Fitted. */
  gapShare: 0.15,
  /**
   * A high rate has more room below it than above, and a low one more above: the reach down grows and the reach up
   * shrinks by this part per unit of ln(1 + APY%) above `at`, within `least` and `most` of the whole. Fitted.
   */
  tilt: { perLog: 0.12, at: 2, lowest: 0, highest: 6, least: 0.4, most: 2 },
  /**
   * Days of which the own spread is believed; of each day fewer, an equal part is what is usual: 0.25 for what holds
   * one asset or stablecoins, 0.6 for a pool of several others. Fitted on the first two weeks of pools. Whether a rate
   * is calm is asked of the same, as one known day says nothing of it. On simulated first days (of recorded series, a
   * day and the mean of 30) any spread from 0.12 up takes 4 to 30% off the error of one that counts as calm.
   */
  ownDays: 14,
  usualSpread: { calm: 0.25, pool: 0.6 },
  /**
   * Known days of the last 30 below which the source's own 30-day mean stands for the 30- and 90-day means. Chosen, not
   * fitted: half of its days, as every other figure over a window asks for.
   */
  ownMeanDays: 15,
} as const satisfies {
  horizons: Record<HorizonDays, HorizonConstants>;
  [constant: string]: unknown;
};
